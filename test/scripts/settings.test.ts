import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { siteSettings } from '#scripts/siteSettings.ts'
import { Environment } from '#server/config/environment.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Variables set by the mode of the build. */
const NOT_OURS = ['NODE_ENV']

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].filter(
    (name) => !NOT_OURS.includes(name),
  )

test('every setting that the site reads is compiled into the bundle', () => {
  const source = globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
  expect(namesIn(source, /process\.env\.(\w+)/g).sort()).toEqual(
    Object.keys(siteSettings({})).sort(),
  )
})

test('a setting that is absent is an empty string in the bundle', () => {
  expect(siteSettings({ API_BASE_URL: 'https://api.example' })).toMatchObject({
    API_BASE_URL: 'https://api.example',
    EMAILJS_ORIGIN: '',
  })
})

test('.env.example lists exactly the settings', () => {
  const example = readFileSync(join(ROOT, '.env.example'), 'utf8')
  // Both the build of the site and the server read some of them.
  const known = new Set([...Object.keys(Environment.properties), ...Object.keys(siteSettings({}))])
  const wanted = [...known].filter((name) => !NOT_OURS.includes(name))
  expect(namesIn(example, /^#? ?([A-Z0-9_]+)=/gm).sort()).toEqual(wanted.sort())
})
