import type { Queryable } from "./pool.js";

export type Identity = Readonly<{
  id: string;
  userId: string;
  provider: string;
  subject: string;
  email: string | null;
  linkedAt: Date;
  lastUsedAt: Date | null;
}>;

type IdentityRow = {
  id: string;
  user_id: string;
  provider: string;
  subject: string;
  email: string | null;
  linked_at: Date;
  last_used_at: Date | null;
};

const COLUMNS = "id, user_id, provider, subject, email, linked_at, last_used_at";

function fromRow(row: IdentityRow): Identity {
  return {
    id: row.id,
    userId: row.user_id,
    provider: row.provider,
    subject: row.subject,
    email: row.email,
    linkedAt: row.linked_at,
    lastUsedAt: row.last_used_at,
  };
}

export async function findIdentity(db: Queryable, provider: string, subject: string): Promise<Identity | null> {
  const { rows } = await db.query<IdentityRow>(
    `select ${COLUMNS} from identities where provider = $1 and subject = $2`,
    [provider, subject],
  );
  return rows[0] ? fromRow(rows[0]) : null;
}

export async function listIdentities(db: Queryable, userId: string): Promise<Identity[]> {
  const { rows } = await db.query<IdentityRow>(
    `select ${COLUMNS} from identities where user_id = $1 order by linked_at`,
    [userId],
  );
  return rows.map(fromRow);
}

export async function listStaleIdentities(
  db: Queryable,
  options: { olderThanDays: number; limit: number },
): Promise<Identity[]> {
  const { rows } = await db.query<IdentityRow>(
    `select ${COLUMNS} from identities
      where coalesce(last_used_at, linked_at) < now() - make_interval(days => $1)
      order by coalesce(last_used_at, linked_at)
      limit $2`,
    [options.olderThanDays, options.limit],
  );
  return rows.map(fromRow);
}

export async function insertIdentity(
  db: Queryable,
  values: { userId: string; provider: string; subject: string; email: string | null },
): Promise<Identity> {
  const { rows } = await db.query<IdentityRow>(
    `insert into identities (user_id, provider, subject, email)
     values ($1, $2, $3, $4)
     returning ${COLUMNS}`,
    [values.userId, values.provider, values.subject, values.email],
  );
  return fromRow(rows[0]!);
}

export async function touchIdentity(db: Queryable, id: string): Promise<void> {
  await db.query("update identities set last_used_at = now() where id = $1", [id]);
}

export async function setIdentityEmail(db: Queryable, id: string, email: string | null, now: Date): Promise<void> {
  await db.query("update identities set email = $2, last_used_at = $3 where id = $1", [id, email, now]);
}

/** Removes an identity unless it is the only way into the account. The condition and the removal are one statement. */
export async function unlinkIdentity(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from identities i
      using users u
      where i.id = $1
        and u.id = i.user_id
        and (u.password_hash is not null
             or exists (select 1 from identities other where other.user_id = u.id and other.id <> i.id))`,
    [id],
  );
  return (rowCount ?? 0) > 0;
}
