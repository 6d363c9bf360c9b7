import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHECKS, type Checklist, type CheckName, type CheckRow } from '#contract/checklist.ts'
import { collected } from '#server/compose/collect.ts'
import type { Settings } from '#server/config/env.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/config/time.ts'
import { changesSince } from '#server/modules/checklist/changes.ts'
import { noteFailedBackup } from '#server/modules/checklist/failedBackup.ts'
import { probeMail, probeUrl } from '#server/modules/checklist/probes.ts'
import { findFact, noteFact, noteVersion } from '#server/modules/checklist/repository.ts'
import { checkIn, type FoundCheck } from '#server/text/check.ts'
import { adminOf } from '#test/helpers/server/admin.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { startSmtp } from '#test/helpers/server/smtp.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const inWords = (found: FoundCheck | null) => found && checkIn('en', found)

const open: { close: () => unknown }[] = []
afterAll(() => Promise.all(open.map((one) => one.close())))

deskTests('the checklist on %s', { engines: bothEngines }, (server) => {
  let superuser: DeskCaller
  const now = () => server.deps.clock()
  const rowOf = (rows: readonly CheckRow[], name: CheckName) =>
    rows.find((row) => row.name === name)
  /** What one check finds with changed settings. */
  async function finds(name: CheckName, settings: Partial<Settings> = {}, language = 'en') {
    const deps = { ...server.deps, settings: { ...server.deps.settings, ...settings } }
    const found = await collected.checks(deps)
    return rowOf(
      found.map((row) => checkIn(language, row)),
      name,
    )
  }
  const PRODUCTION = { isProduction: true }
  const MAILING = { smtpUrl: 'smtps://mail.example' }
  const notSetUp = async (headers: Record<string, string>) =>
    (await server.desk.inject({ url: '/desk/api/session', headers })).json().not_set_up

  test('before there is staff: setup is wrong in production, and the desk says so without a secret', async () => {
    expect(await finds('setup')).toMatchObject({ state: 'open' })
    expect(await finds('setup', PRODUCTION)).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('admin -- setup'),
    })
    expect(await notSetUp({ host: 'localhost:3001' })).toBe('here')
    expect(await notSetUp({ host: 'desk.club.example' })).toBe('elsewhere')
    expect(await notSetUp({ host: 'localhost:3001', 'x-forwarded-for': '192.0.2.7' })).toBe(
      'elsewhere',
    )
    superuser = await server.staff('Sue', 'superuser')
    expect(await notSetUp({ host: 'localhost:3001' })).toBeNull()
    expect(await finds('setup', PRODUCTION)).toMatchObject({ state: 'ok' })
  })

  test('superusers see all checks in their order', async () => {
    const list = (await superuser.get('/checklist')).json<Checklist>()
    expect(list.checks.map(({ name }) => name)).toEqual([...CHECKS])
    expect(list).toMatchObject({ public_url: server.deps.settings.publicUrl, changes: null })
    expect(list.checks.every(({ text }) => !text.includes('{{'))).toBe(true)
    const placeOf = (name: CheckName) => rowOf(list.checks, name)?.place
    expect([placeOf('name'), placeOf('mail')]).toEqual(['desk', 'server'])
  })

  test.each<[CheckName, Partial<Settings>, CheckRow['state'], string]>([
    ['name', {}, 'open', 'the name of the software, Discordia'],
    ['url', { publicUrl: 'http://127.0.0.1:3000' }, 'open', 'only this machine'],
    ['url', { publicUrl: 'http://localhost', ...PRODUCTION }, 'wrong', 'Set PUBLIC_URL'],
    ['url', { publicUrl: 'http://club.example' }, 'open', 'has no TLS'],
    ['url', { publicUrl: 'https://club.example/site' }, 'wrong', 'has a path'],
    ['url', { publicUrl: 'https://club.example' }, 'ok', 'lead to https://club.example'],
    ['proxy', { publicUrl: 'https://club.example' }, 'open', 'Set TRUST_PROXY'],
    ['proxy', { publicUrl: 'https://club.example', ...PRODUCTION }, 'wrong', 'share one address'],
    ['proxy', { publicUrl: 'https://club.example', trustProxy: ['::1'] }, 'ok', 'from the proxy'],
    ['proxy', { publicUrl: 'http://club.example', trustProxy: [] }, 'ok', 'No proxy'],
    ['zone', {}, 'open', 'Europe/Vienna'],
    ['zone', { isTimeZoneSet: true, timeZone: 'UTC' }, 'ok', 'UTC'],
    ['mail', {}, 'open', 'emails are files in'],
    ['mail', PRODUCTION, 'wrong', 'so we send no emails'],
    ['mail', MAILING, 'open', 'Send a test'],
    ['legal', {}, 'open', 'placeholders'],
    ['legal', { legalUrl: 'https://club.example/legal' }, 'ok', 'are written'],
    ['site_folder', {}, 'ok', 'come from the desk'],
    ['disk', {}, 'ok', 'are free in'],
    ['folders', {}, 'ok', 'Only the server'],
    ['migrations', {}, 'ok', 'fits this version'],
    ['superusers', {}, 'open', 'Sue is the only superuser'],
    ['second_step', {}, 'ok', 'has two-step login'],
    ['version', {}, 'ok', 'This is version'],
  ])('%s with %p is %s', async (name, settings, state, words) => {
    expect(await finds(name, settings)).toMatchObject({
      state,
      text: expect.stringContaining(words),
    })
  })

  test('mail: failing emails, a failed test, and a sent one, each with its time or words', async () => {
    const mail = () => finds('mail', MAILING)
    await noteFact({ db: server.deps.db, now: now() - HOUR_MS }, 'test_mail', '535 wrong password')
    expect((await mail())?.text).toBe(
      'The last test email failed 1 hour ago. The mail server said: 535 wrong password',
    )
    const row = {
      kind: 'note',
      recipient: 'a@b.example',
      data: '{}',
      created_at: now(),
      attempts: 1,
      next_attempt_at: 0,
    }
    await server.insert('outbox', { ...row, done_at: now() - 2 * MINUTE_MS })
    expect((await mail())?.text).toBe('The last email went out 2 minutes ago.')
    expect((await finds('mail', MAILING, 'de'))?.text).toBe(
      'Die letzte E-Mail ging vor 2 Minuten raus.',
    )
    await server.insert('outbox', { ...row, last_error: '451 later' })
    expect((await mail())?.text).toBe('Emails fail (1 waiting). The mail server said: 451 later')
    await server.deps.db.deleteFrom('outbox').execute()
  })

  test('backup: its age; one that was made in another way is noted', async () => {
    expect(await finds('backup')).toMatchObject({ state: 'open' })
    await noteFact({ db: server.deps.db, now: now() - 8 * DAY_MS }, 'backup', '')
    expect(await finds('backup')).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('8 days ago'),
    })
    expect(await adminOf(server)('backup', '--noted')).toMatchObject({ code: 0 })
    expect(await finds('backup')).toMatchObject({ state: 'ok' })
    expect(await adminOf(server)('backup', '--noted', 'folder')).toMatchObject({ code: 2 })
  })

  test('superusers: two are enough; whoever has no second step is named', async () => {
    await server.addUser('Tom', 'superuser')
    expect(await finds('superusers')).toMatchObject({ state: 'ok' })
    expect(await finds('second_step')).toMatchObject({
      state: 'open',
      text: expect.stringContaining('Tom.'),
    })
  })

  test('clock: changes from the future', async () => {
    const future = now() + DAY_MS
    await server.update('users', { username: 'Tom' }, { created_at: future })
    expect(await finds('clock')).toMatchObject({ state: 'wrong' })
    await server.update('users', { username: 'Tom' }, { created_at: 1 })
  })

  test('a proxy that is not trusted shows at the request', async () => {
    const { cookie } = superuser
    const url = '/desk/api/checklist'
    const headers = { cookie, 'x-forwarded-for': '192.0.2.7' }
    const list = (await server.desk.inject({ url, headers })).json<Checklist>()
    expect(rowOf(list.checks, 'proxy')).toMatchObject({ state: 'wrong' })
  })

  test('a test email goes to whoever asks, at once, and says what the mail server said', async () => {
    const send = () => superuser.post('/checklist/test-mail')
    expect((await send()).statusCode).toBe(409)
    const answers = [undefined, { status: 550, text: 'no such mailbox' }]
    const smtp = await startSmtp({ refuse: () => answers.shift() })
    open.push(smtp)
    Object.assign(server.deps.settings, { smtpUrl: `smtp://${smtp.host}` })
    expect((await send()).json()).toEqual({ to: 'sue@example.org', failure: null })
    expect(smtp.emails[0]).toMatchObject({ subject: 'Test email from Discordia' })
    const { failure } = (await send()).json()
    expect(failure).toMatch(/550 no such mailbox/)
    expect(await findFact(server.deps, 'test_mail')).toEqual({ value: failure, at: now() })
    Object.assign(server.deps.settings, { smtpUrl: undefined })
  })

  test('a backup that fails is a line of the checklist and an email to superusers at once, until one is made', async () => {
    const { db } = server.deps
    const backup = () => finds('backup')
    await noteFact({ db, now: now() }, 'backup', '')
    const file = join(server.dataDir, 'file')
    writeFileSync(file, '')
    const { code, text } = await adminOf(server)('backup', join(file, 'monday'))
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('ENOTDIR') })
    const failed = await findFact({ db }, 'backup_failed')
    expect(failed?.value).toContain('ENOTDIR')
    await noteFact({ db, now: now() + 1 }, 'backup_failed', 'The disk is full.')
    expect(await backup()).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('The last attempt failed now: The disk is full. Remove'),
    })
    const mails = (await deliveredMail(server)).filter(({ kind }) => kind === 'backup-failed')
    expect(mails.map(({ to }) => to)).toContain('sue@example.org')
    expect(mails[0]?.text).toContain('ENOTDIR')
    await noteFact({ db, now: now() + 2 }, 'backup', '')
    expect(await backup()).toMatchObject({ state: 'ok' })
  })

  test('a backup that is tried again and again sends a superuser one email a day', async () => {
    const { db } = server.deps
    await db.deleteFrom('outbox').where('kind', '=', 'backup-failed').execute()
    const day = Math.ceil(now() / DAY_MS) * DAY_MS
    for (const at of [day, day + 1, day + DAY_MS - 1, day + DAY_MS])
      await noteFailedBackup({ db, clock: () => at }, `Failed at ${at}`)
    expect((await findFact({ db }, 'backup_failed'))?.value).toBe(`Failed at ${day + DAY_MS}`)
    const mails = db.selectFrom('outbox').where('kind', '=', 'backup-failed')
    const rows = await mails.select(['recipient', 'data']).orderBy('id').execute()
    const hers = rows.filter(({ recipient }) => recipient === 'sue@example.org')
    expect(hers.map(({ data }) => JSON.parse(data).reason)).toEqual([
      `Failed at ${day}`,
      `Failed at ${day + DAY_MS}`,
    ])
    // Her account has lost the address by an undo since.
    const moved = db.updateTable('outbox').set({ recipient: 'thief@example.net' })
    await moved.where('kind', '=', 'backup-failed').execute()
    const sent = (await deliveredMail(server)).filter(({ kind }) => kind === 'backup-failed')
    expect(sent.map(({ to }) => to)).not.toContain('thief@example.net')
  })

  test('doctor says the same on the command line, and more; its exit code says how bad it is', async () => {
    const { code, text } = await adminOf(server)('doctor')
    expect({ code, text }).toMatchObject({
      code: 4,
      text: expect.stringMatching(/doesn’t answer from this machine/),
    })
    expect(text).toMatch(/^ok +Set up: .*\nto do +Name: /)
    expect(text).toMatch(/\n\n\d wrong, \d to do\.$/)
    expect(await adminOf(server)('doctor', 'now')).toMatchObject({ code: 2 })
  })

  test('a new version is noted beside the one before', async () => {
    const { db } = server.deps
    await noteVersion({ db, now: 1 }, '0.5.0')
    await noteVersion({ db, now: 2 }, '0.6.0')
    await noteVersion({ db, now: 3 }, '0.6.0')
    expect(await findFact({ db }, 'former_version')).toEqual({ value: '0.5.0', at: 1 })
    expect(await findFact({ db }, 'version')).toEqual({ value: '0.6.0', at: 2 })
    expect((await finds('version'))?.text).toContain('since 1970-01-01')
  })
})

test('the mail server is tried with its login', async () => {
  const smtp = await startSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'us' }) : done(new Error('No such user')),
  })
  open.push(smtp)
  const probe = async (smtpUrl: string | undefined) =>
    inWords(await probeMail({ smtpUrl, publicUrl: 'http://x', dataDir: 'none' } as Settings))
  expect(await probe(`smtp://us:right@${smtp.host}`)).toBeNull()
  expect(await probe(`smtp://us:wrong@${smtp.host}`)).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('No such user'),
  })
  expect(await probe(undefined)).toBeNull()
})

test('the public address is opened as members open it', async () => {
  const answers = ['{"status":"live"}', '<h1>Welcome to nginx</h1>']
  const site = createServer((_request, response) => response.end(answers.shift()))
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
  const publicUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  expect(await probeUrl({ publicUrl } as Settings)).toBeNull()
  expect(inWords(await probeUrl({ publicUrl } as Settings))).toMatchObject({
    text: `${publicUrl} answers, but it isn’t this site.`,
  })
  await new Promise((closed) => site.close(closed))
  expect(inWords(await probeUrl({ publicUrl } as Settings))).toMatchObject({
    text: expect.stringMatching(/doesn’t answer from this machine: /),
  })
})

test('what has changed comes from the changelog, from the newest version to the one before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'changes-'))
  const file = join(folder, 'CHANGELOG.md')
  writeFileSync(
    file,
    '# Changelog\n\n## 0.7.0 - 2027\n\n- Dice\n\n## 0.6.0 - 2026\n\n- Cards\n\n## 0.5.0 - 2025\n\n- Board\n',
  )
  expect(changesSince('0.5.0', file)).toMatch(/Dice[\s\S]*Cards(?![\s\S]*Board)/)
  expect(changesSince('0.7.0', file)).toBeNull()
  expect(changesSince('0.1.0', file)).toBeNull()
  expect(changesSince(undefined, file)).toBeNull()
  rmSync(folder, { recursive: true })
})
