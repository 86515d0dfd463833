-- Refresh tokens, sealed, in families: one login is a family, each use adds a generation.

create table refresh_tokens (
    id          uuid primary key default gen_random_uuid(),
    identity_id uuid not null references identities (id) on delete cascade,
    family      uuid not null,
    generation  int not null check (generation >= 0),
    sealed      bytea not null,
    created_at  timestamptz not null default now(),
    used_at     timestamptz,
    revoked_at  timestamptz,
    unique (family, generation)
);
create index refresh_tokens_identity_id_idx on refresh_tokens (identity_id, created_at desc) where revoked_at is null;
