import { runAdmin } from '#server/admin/run.ts'

/** Settings that no command could start with. */
const ENV = { PORT: 'none' }

async function admin(...argv: string[]) {
  const printed: string[] = []
  const code = await runAdmin(argv, ENV, {
    print: (line) => void printed.push(line),
    complain: (line) => void printed.push(line),
  })
  return { code, printed: printed.join('\n') }
}

test('every command explains itself, its arguments and its flags, with any settings', async () => {
  const all = await admin('--help')
  expect(all.code).toBe(0)
  const names = [...all.printed.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(15)
  for (const name of names)
    for (const flag of ['--help', '-h']) {
      const { code, printed } = await admin(name, flag)
      expect([name, code, printed]).toEqual([
        name,
        0,
        expect.stringContaining(`Usage: npm run admin -- ${name}`),
      ])
      const [usage = ''] = printed.split('\n')
      for (const word of new Set(usage.match(/--[a-z-]+|\b[A-Z]{4,}\b|\bretry\b/g)))
        expect([name, word, printed.slice(usage.length)]).toEqual([
          name,
          word,
          expect.stringMatching(new RegExp(`\n  ${word}\\b.* {2}\\S|\n  --\\S+ ${word}`)),
        ])
    }
})

test('setup names all its flags', async () => {
  const { printed } = await admin('setup', '--url', 'https://club.example', '--help')
  for (const name of 'url desk-url languages zone name smtp mail-from contact'.split(' '))
    expect(printed).toMatch(new RegExp(`^ {2}--${name} [A-Z]+ +\\S`, 'm'))
  for (const name of ['link', 'no-mail', 'untested-mail', 'help'])
    expect(printed).toMatch(new RegExp(`^ {2}--${name} +\\S`, 'm'))
})
