import { Redis } from "ioredis";

import { PublicError } from "./errors.js";

export type Limit = Readonly<{ name: string; max: number; windowSeconds: number }>;

/** Counts hits in fixed windows. With Redis the count is shared by all processes; without, it is this one's. */
export interface RateLimiter {
  hit(limit: Limit, key: string): Promise<void>;
}

class MemoryLimiter implements RateLimiter {
  readonly #hits = new Map<string, { count: number; until: number }>();

  async hit(limit: Limit, key: string): Promise<void> {
    const now = Date.now();
    const id = `${limit.name}:${key}`;
    const entry = this.#hits.get(id);
    if (!entry || entry.until <= now) {
      this.#hits.set(id, { count: 1, until: now + limit.windowSeconds * 1000 });
      if (this.#hits.size > 50_000) this.#sweep(now);
      return;
    }
    entry.count += 1;
    if (entry.count > limit.max) throw new PublicError("too_many_attempts", 429);
  }

  #sweep(now: number): void {
    for (const [id, entry] of this.#hits) if (entry.until <= now) this.#hits.delete(id);
  }
}

class RedisLimiter implements RateLimiter {
  constructor(private readonly redis: Redis) {}

  async hit(limit: Limit, key: string): Promise<void> {
    const window = Math.floor(Date.now() / 1000 / limit.windowSeconds);
    const id = `limit:${limit.name}:${key}:${window}`;
    const results = await this.redis.multi().incr(id).expire(id, limit.windowSeconds).exec();
    const count = Number(results?.[0]?.[1] ?? 0);
    if (count > limit.max) throw new PublicError("too_many_attempts", 429);
  }
}

export function createLimiter(redisUrl: string | null): RateLimiter {
  return redisUrl ? new RedisLimiter(new Redis(redisUrl, { maxRetriesPerRequest: 2 })) : new MemoryLimiter();
}
