import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { runAdmin } from '#server/admin/run.ts'
import { assertNoDemoPassword } from '#server/compose/demoPassword.ts'
import { prepare, startWarnings } from '#server/compose/prepare.ts'
import { DEMO_PASSWORD, seedAccounts } from '#server/db/seed/accounts.ts'
import { seedGroups } from '#server/db/seed/groups.ts'
import { seedProfile } from '#server/db/seed/index.ts'
import { demoTexts } from '#server/db/seed/languages.ts'
import { newKey } from '#server/files/fileStore.ts'
import { adoptImage } from '#server/files/pictures.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { startProcess } from '#test/helpers/server/serverProcess.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestServer } from '#test/helpers/server/startServer.ts'

serverTests('demonstration accounts on %s', (server, engine) => {
  let db: TestServer['deps']['db']
  let users: Awaited<ReturnType<typeof seedAccounts>>
  const hashed = (password: string) => server.deps.passwords.hash(password)
  beforeEach(async () => {
    await server.empty()
    db = server.deps.db
    const hash = await hashed(DEMO_PASSWORD)
    users = await db.transaction().execute(async (tx) => {
      const at = { db: tx, now: server.deps.clock() }
      const w = { ...at, users: await seedAccounts(at, hash) }
      await seedGroups(w, demoTexts('groups', 'en'))
      await seedProfile(w, demoTexts('profile', 'en'))
      return w.users
    })
  })

  const env = () => ({
    DATA_DIR: server.dataDir,
    ...(engine === 'postgres' && { DATABASE_URL: server.deps.settings.databaseUrl ?? '' }),
    JWT_SECRET: server.deps.jwtSecret,
  })
  async function admin(...argv: string[]) {
    const lines: string[] = []
    const add = (line: string) => void lines.push(line)
    const code = await runAdmin(argv, env(), { print: add, complain: add })
    return { code, text: lines.join('\n') }
  }
  /** Refusal of a start in production on this database; null when it starts. */
  const refusal = (): Promise<string | null> =>
    assertNoDemoPassword(server.deps).then(() => null, String)

  test('keep a process from starting in production until they are removed', async () => {
    const start = () => startProcess(server.dataDir, { ...env(), NODE_ENV: 'production' })
    const refused = await start()
    // The kill changes nothing for a process that has ended by itself.
    refused.kill('SIGKILL')
    expect(await refused.ended).toBe(1)
    expect(refused.printed()).toContain('corvin@discordia.example (superuser)')
    expect(refused.printed()).toContain('npm run admin -- remove-demo')
    expect(refused.printed()).not.toContain(DEMO_PASSWORD)

    await server.addUser('Root', 'superuser')
    expect((await admin('remove-demo')).code).toBe(0)
    const started = await start()
    expect(started.address).toMatch(/^http:/)
    expect(started.printed()).not.toContain('demonstration')
    started.kill('SIGKILL')
    await started.ended
  }, 60_000)

  test('count under another address, name or role, as long as they have their password', async () => {
    const boss = { email: 'boss@example.org', email_key: 'boss@example.org', username: 'Boss' }
    await server.update('users', { username: 'corvin' }, boss)
    expect(await refusal()).toContain('boss@example.org (superuser)')
    await server.update('users', {}, { role: 'player' })
    expect(await refusal()).toContain('boss@example.org (player)')
    const password_hash = await hashed('Golden-Apple-413')
    await server.update('users', {}, { password_hash })
    expect(await refusal()).toBeNull()
  })

  test('a stranger cannot keep production from starting by a registration', async () => {
    await server.addUser('Root', 'superuser')
    await admin('remove-demo')
    const email = 'mira@discordia.example'
    const account = { email, email_key: email, username: 'mira', username_key: 'mira' }
    const password_hash = await hashed(DEMO_PASSWORD)
    await server.insert('users', { ...account, password_hash, role: 'player', created_at: 1 })
    expect(await refusal()).toBeNull()
  })

  test('are not created in production, whatever SEED is', async () => {
    const given = { ...env(), NODE_ENV: 'production', SEED: 'demo' }
    await expect(prepare(given)).rejects.toThrow('SEED=demo')
  })

  test('cause a warning at a start that others can reach', async () => {
    const at = async (host: string) => {
      const settings = { ...server.deps.settings, host }
      return (await startWarnings({ ...server.deps, settings })).join('\n')
    }
    for (const host of ['127.0.0.1', '127.8.0.1', '::1', 'localhost'])
      expect(await at(host)).not.toContain('demo')
    for (const host of ['0.0.0.0', '::', '192.0.2.7', 'games.example'])
      expect(await at(host)).toMatch(
        /^Demonstration: This server has the demo accounts.*remove-demo/m,
      )
    await server.addUser('Root', 'superuser')
    await admin('remove-demo')
    expect(await at('0.0.0.0')).not.toContain('demo')
  })

  test('are removed with their own rows; real members keep shared ones', async () => {
    const { id: real } = await server.addUser('Olwen', 'superuser')
    const groups = () => db.selectFrom('groups').select(['id', 'name', 'owner_id']).execute()
    const jury = (await groups()).find(({ name }) => name === 'The Orchard Jury')
    if (jury === undefined) throw new Error('The demonstration has no jury')
    await server.insert('memberships', {
      group_id: jury.id,
      user_id: real,
      joined_at: server.deps.clock(),
    })
    const type_id = await addGlossaryType(server, 'Places')
    const approved = await addEntry(server, users.ada, 'Harrow', { type_id })
    await addEntry(server, users.tomas, 'Pending', { type_id, approved_at: null })
    await server.update('users', { id: users.ada }, { latin_key: 'abba' })
    await server.insert('known_networks', {
      digest: 'home',
      user_id: users.ada,
      last_used_at: server.deps.clock(),
    })

    const { code, text } = await admin('remove-demo')
    expect([code, text]).toEqual([0, expect.stringContaining('mira@discordia.example')])

    expect(await groups()).toEqual([{ ...jury, owner_id: real }])
    const entries = await db.selectFrom('glossary_entries').select(['id', 'created_by']).execute()
    expect(entries).toEqual([{ id: approved, created_by: users.ada }])
    for (const table of [
      'invites',
      'mutes',
      'order_details',
      'preferences',
      'name_changes',
      'known_networks',
    ] as const)
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    const left = await db.selectFrom('users').selectAll().where('id', '<>', real).execute()
    expect(left).toMatchObject([
      {
        id: users.ada,
        username: expect.stringMatching(/^former member [0-9a-f]{8}$/),
        email: expect.stringMatching(/@invalid$/),
        latin_key: null,
        role: 'player',
        deactivated_at: expect.any(Number),
      },
    ])
    const log = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('record', 'in', Object.values(users).map(String))
      .execute()
    expect(log).toHaveLength(10)
    for (const row of log)
      expect(row).toMatchObject({
        actor_id: null,
        actor_name: 'command line',
        resource: 'members',
        action: 'remove-demo',
      })
    expect(JSON.stringify(log)).not.toContain('argon2')
    expect((await admin('remove-demo')).text).toBe('There are no demo accounts.')
  })

  test('are removed with their glossary entries and pictures on request', async () => {
    const { id: real } = await server.addUser('Olwen', 'superuser')
    const type_id = await addGlossaryType(server, 'Places')
    const png = { create: { width: 8, height: 8, channels: 3 as const, background: 'red' } }
    const bytes = await sharp(png).png().toBuffer()
    const stored = await adoptImage(server.deps.files, newKey('public', 'png'), bytes)
    await addEntry(server, users.ada, 'Harrow', { type_id, picture: JSON.stringify(stored) })
    const file = join(server.dataDir, 'uploads/public', stored.key)
    expect(existsSync(file)).toBe(true)
    expect((await admin('remove-demo', '--edited')).code).toBe(2)
    expect((await admin('remove-demo', '--content', '--edited')).code).toBe(0)
    expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: real }])
    expect(existsSync(file)).toBe(false)
  })

  test('are only removed if a superuser who can log in is left', async () => {
    const { id } = await server.addUser('Olwen', 'superuser')
    const before = await db.selectFrom('groups').selectAll().orderBy('id').execute()
    for (const set of [
      { role: 'staff' },
      { role: 'superuser', activated_at: null },
      { activated_at: 1, deactivated_at: 1 },
    ] as const) {
      await server.update('users', { id }, set)
      expect(await admin('remove-demo')).toEqual({
        code: 1,
        text: 'No superuser would be left. Run “npm run admin -- setup” first, or “npm run admin -- promote EMAIL --superuser” for a member. Nothing was changed.',
      })
    }
    expect(await db.selectFrom('groups').selectAll().orderBy('id').execute()).toEqual(before)
  })

  test('are removed all together or not at all', async () => {
    await server.addUser('Root', 'superuser')
    const before = await db.selectFrom('users').selectAll().orderBy('id').execute()
    // The audit log is written last.
    await db.schema.alterTable('audit_log').renameTo('audit_log_away').execute()
    expect((await admin('remove-demo')).code).toBe(1)
    await db.schema.alterTable('audit_log_away').renameTo('audit_log').execute()
    expect(await db.selectFrom('users').selectAll().orderBy('id').execute()).toEqual(before)
  })

  test('a real staff account with that password is locked until it has another one', async () => {
    await server.addUser('Root', 'superuser')
    const { id } = await server.addUser('Olwen', 'staff')
    const password_hash = await hashed(DEMO_PASSWORD)
    await server.update('users', { id }, { password_hash })
    expect(await refusal()).toContain('olwen@example.org (staff)')
    expect((await admin('remove-demo')).text).toContain('olwen@example.org')
    const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
    expect(user).toMatchObject({ username: 'Olwen', role: 'staff', token_version: 1 })
    expect(await refusal()).toBeNull()
  })
})
