const NEEDED = 24

/** Node must run TypeScript files. */
export function assertNodeVersion(version: string): void {
  if (Number(/^v(\d+)/.exec(version)?.[1]) >= NEEDED) return
  console.error(
    `Discordia needs Node ${NEEDED}, but this is ${version}. Start it with “npm start”, which brings its own.`,
  )
  process.exit(1)
}
