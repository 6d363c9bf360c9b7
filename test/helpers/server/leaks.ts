/** Patterns of stack traces, SQL and drivers that match none of the product's own messages. */
const LEAKS = [
  /\bat [^"]+ \(?(file:|node:|\/)[^"]+:\d+:\d+\)?/,
  /node_modules|node:internal/,
  /\b(select|insert into|update|delete from) ["`]?\w+["`]?.*\b(from|values|set|where)\b ["`(]/i,
  /SQLITE_[A-Z]+|syntax error at or near|pg_catalog|violates .* constraint|kysely/i,
  /\b(Type|Reference|Range)Error\b|ENOENT|ECONNREFUSED/,
  /argon2|password_hash/,
]

/** The internal detail that a response leaks; null if none. */
export const leakIn = (body: string): string | null =>
  LEAKS.map((pattern) => pattern.exec(body)?.[0]).find((found) => found !== undefined) ?? null
