import type { Queryable } from "./pool.js";

export type User = Readonly<{
  id: string;
  email: string;
  emailVerifiedAt: Date | null;
  passwordHash: string | null;
  displayName: string | null;
  locale: string;
  createdAt: Date;
  deletedAt: Date | null;
}>;

type UserRow = {
  id: string;
  email: string;
  email_verified_at: Date | null;
  password_hash: string | null;
  display_name: string | null;
  locale: string;
  created_at: Date;
  deleted_at: Date | null;
};

const COLUMNS = "id, email, email_verified_at, password_hash, display_name, locale, created_at, deleted_at";

function fromRow(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    emailVerifiedAt: row.email_verified_at,
    passwordHash: row.password_hash,
    displayName: row.display_name,
    locale: row.locale,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
  };
}

/** Addresses are compared in lower case and without surrounding blanks, and stored as the customer typed them. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

export async function findUserById(db: Queryable, id: string): Promise<User | null> {
  const { rows } = await db.query<UserRow>(`select ${COLUMNS} from users where id = $1 and deleted_at is null`, [id]);
  return rows[0] ? fromRow(rows[0]) : null;
}

export async function findUserByEmail(db: Queryable, email: string): Promise<User | null> {
  const { rows } = await db.query<UserRow>(
    `select ${COLUMNS} from users where lower(email) = $1 and deleted_at is null`,
    [normaliseEmail(email)],
  );
  return rows[0] ? fromRow(rows[0]) : null;
}

export async function createUser(
  db: Queryable,
  values: { email: string; passwordHash: string | null; displayName?: string | null; locale?: string },
): Promise<User> {
  const { rows } = await db.query<UserRow>(
    `insert into users (email, password_hash, display_name, locale)
     values ($1, $2, $3, $4)
     returning ${COLUMNS}`,
    [values.email.trim(), values.passwordHash, values.displayName ?? null, values.locale ?? "en"],
  );
  return fromRow(rows[0]!);
}

export async function markEmailVerified(db: Queryable, id: string): Promise<void> {
  await db.query("update users set email_verified_at = coalesce(email_verified_at, now()) where id = $1", [id]);
}

export async function setPasswordHash(db: Queryable, id: string, passwordHash: string | null): Promise<void> {
  await db.query("update users set password_hash = $2 where id = $1", [id, passwordHash]);
}

export async function setDisplayName(db: Queryable, id: string, displayName: string | null): Promise<void> {
  await db.query("update users set display_name = $2 where id = $1", [id, displayName]);
}

/** Orders must stay for the bookkeeping, so an account is emptied rather than removed. */
export async function eraseUser(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update users
        set email = 'erased-' || id || '@invalid', password_hash = null, display_name = null, deleted_at = now()
      where id = $1`,
    [id],
  );
  await db.query("delete from sessions where user_id = $1", [id]);
}
