import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { siteSettings } from '#scripts/siteSettings.ts'
import { Environment, REMOVED } from '#server/config/environment.ts'

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

describe('compose.yaml', () => {
  const app = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8')).services.app
  const passed: Readonly<Record<string, string>> = app.environment
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  /** Of the image: the published ports and the volume belong to them. */
  const fixed = ['DATA_DIR', 'DESK_PORT', 'HOST', 'PORT']

  test('passes every setting of the server by its own name, but those that the image fixes', () => {
    // libuv reads the last one.
    const names = [...Object.keys(Environment.properties), ...Object.keys(REMOVED)]
    const wanted = [...names, 'UV_THREADPOOL_SIZE']
    expect([...Object.keys(passed), ...fixed].sort()).toEqual(wanted.sort())
    for (const [name, value] of Object.entries(passed))
      expect(value).toMatch(new RegExp(`^\\$\\{${name}:[-?].*\\}$`))
    for (const name of fixed) expect(dockerfile).toMatch(new RegExp(`^ENV .*\\b${name}=`, 'm'))
  })

  test('passes every setting that is compiled into the site to its build', () => {
    const { NODE_IMAGE: _, ...compiled } = app.build.args
    const names = Object.keys(siteSettings({})).sort()
    expect(Object.keys(compiled).sort()).toEqual(names)
    expect(Object.values(compiled)).toEqual(names.map(() => null))
    expect(namesIn(dockerfile, /^ARG ([A-Z_]+)$/gm).sort()).toEqual(names)
  })
})
