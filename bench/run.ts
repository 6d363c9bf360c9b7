/**
 * `npm run bench` runs every part; `npm run bench -- accounts` runs the named parts. The figures depend on the
 * machine and its load: compare rows of one run, never runs.
 */
const parts: Record<string, () => Promise<{ run: () => Promise<void> }>> = {
  accounts: () => import('./accounts.ts'),
  content: () => import('./content.ts'),
  growth: () => import('./growth.ts'),
  libraries: () => import('./libraries.ts'),
  outbox: () => import('./outbox.ts'),
  searches: () => import('./searches.ts'),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}`)
  process.exit(1)
}
for (const [name, load] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n## ${name}\n`)
  await (await load()).run()
}
