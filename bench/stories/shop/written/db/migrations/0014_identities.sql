-- Who a customer is at Google, GitHub and the like; and what is under way while they are there.

create table identities (
    id         uuid primary key default gen_random_uuid(),
    user_id    uuid not null references users (id) on delete cascade,
    provider   text not null check (provider in ('google', 'github')),
    subject    text not null,
    email      text,
    linked_at  timestamptz not null default now(),
    last_used_at timestamptz,
    unique (provider, subject),
    -- One account of each provider is all the account page can show, and all anybody asked for.
    unique (user_id, provider)
);

create table oauth_logins (
    state_hash   text primary key,
    session_id   uuid not null references sessions (id) on delete cascade,
    provider     text not null,
    verifier     text not null,
    nonce        text not null,
    next         text not null,
    link_user_id uuid references users (id) on delete cascade,
    created_at   timestamptz not null default now(),
    expires_at   timestamptz not null
);
create index oauth_logins_expires_at_idx on oauth_logins (expires_at);
