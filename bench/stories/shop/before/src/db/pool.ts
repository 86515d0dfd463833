import pg from "pg";

/** What a query function needs: the pool itself, or a client inside a transaction. */
export type Queryable = Pick<pg.Pool, "query">;

export function createPool(options: { url: string; poolSize: number }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    application_name: "shop",
  });
  pool.on("error", (error) => {
    console.error("idle client failed", error);
  });
  return pool;
}

export async function inTransaction<T>(pool: pg.Pool, work: (client: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}
