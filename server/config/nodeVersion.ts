const NEEDED = 24

/** Stops with a readable sentence on a Node that cannot run TypeScript files as they are. */
export function assertNodeVersion(version: string): void {
  if (Number(/^v(\d+)/.exec(version)?.[1]) >= NEEDED) return
  console.error(
    `Discordia needs Node ${NEEDED}; this is ${version}. Start it with "npm start", which brings its own.`,
  )
  process.exit(1)
}
