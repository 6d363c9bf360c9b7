/** Of stacks, SQL and drivers; nothing that the product's own sentences say. */
const LEAKS = [
  /\bat .+ \(?(file:|node:|\/).+:\d+:\d+\)?/,
  /node_modules|node:internal/,
  /\b(select|insert into|update|delete from) ["`]?\w+["`]?.*\b(from|values|set|where)\b ["`(]/i,
  /SQLITE_[A-Z]+|syntax error at or near|pg_catalog|violates .* constraint|kysely/i,
  /\b(Type|Reference|Range)Error\b|ENOENT|ECONNREFUSED/,
  /argon2|password_hash/,
]

/** What of the server's inside a response tells; null if nothing. */
export const leakIn = (body: string): string | null =>
  LEAKS.map((pattern) => pattern.exec(body)?.[0]).find((found) => found !== undefined) ?? null
