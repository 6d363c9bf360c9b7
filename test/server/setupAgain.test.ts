import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Ask } from '#server/admin/setup/ask.ts'
import { openDatabase } from '#server/db/open.ts'
import { nameToStore } from '#server/modules/account/names.ts'
import { emailToStore } from '#server/modules/account/policy.ts'
import { removedPlaces } from '#test/helpers/server/places.ts'
import {
  FLAGS,
  personWith,
  SPOKEN,
  settingsIn,
  setUp,
  usersOf,
  withFlags,
} from '#test/helpers/server/setup.ts'

const place = removedPlaces()

test('flags that are missing or wrong are named together', async () => {
  const { code, text } = await setUp(await place('sqlite'), ['--zone', 'Vienna'])
  expect([code, ...text.split('\n').slice(0, 2)]).toEqual([
    2,
    'Give --url; --smtp or --smtp-file or --no-mail; --contact; --email; --username; --password-file or --link, or run setup in a terminal.',
    '--zone: Write a time zone such as Europe/Vienna or UTC.',
  ])
})

test('a person is asked again where a flag cannot be used, and for a name that was just taken', async () => {
  const site = await place('sqlite')
  const spoken = { ...SPOKEN, encrypt: 'absent', 'Password of the first': 'typed' }
  const person = personWith({ ...spoken, 'Time zone': 'Europe/Berlin' })
  let tries = 0
  const ask: Ask = {
    ...person.ask,
    async text(question, preset, problemOf) {
      if (!question.startsWith('Username')) return person.ask.text(question, preset, problemOf)
      tries += 1
      if (tries > 1) return 'Ada Two'
      const { db } = openDatabase({ dataDir: site.dataDir, databaseUrl: undefined })
      const taken = { ...nameToStore('Ada'), ...emailToStore('other@club.example') }
      const row = { ...taken, password_hash: '-', role: 'player', created_at: 1 } as const
      await db.insertInto('users').values(row).execute()
      await db.destroy()
      return 'Ada'
    },
  }
  const { code, text } = await setUp(site, ['--zone', 'Vienna'], ask)
  expect({ code, tries }).toEqual({ code: 0, tries: 2 })
  expect(text).toContain('--zone: Write a time zone')
  expect(text).toContain('Someone else just took this name or address.')
  expect(settingsIn(site)).toContain("SITE_TIME_ZONE='Europe/Berlin'")
})

const made = [...withFlags(FLAGS), '--no-mail', '--link']

test('setup says which files others could read until now', async () => {
  const site = await place('sqlite')
  await setUp(site, made)
  chmodSync(site.dataDir, 0o755)
  chmodSync(join(site.dataDir, 'settings.env'), 0o644)
  expect((await setUp(site, made)).text).toMatch(
    /could read .*settings\.env.* Their access is removed/,
  )
})

describe('there is one first superuser:', () => {
  test('setup changes the one who waits for a link, instead of making another', async () => {
    const site = await place('sqlite')
    await setUp(site, made)
    const same = await setUp(site, ['--no-mail', '--name', 'Ours'])
    expect(same.code).toBe(0)
    expect(same.text).toContain('Ada (ada@club.example) is the first superuser')
    const other = await setUp(site, [...made, '--email', 'eda@club.example'])
    expect(other).toMatchObject({
      code: 0,
      text: expect.stringContaining('The link for ada@club.example no longer works.'),
    })
    expect(await usersOf(site)).toEqual([
      { email: 'eda@club.example', role: 'superuser', activated_at: null },
    ])
    const asked = await setUp(site, [], personWith({ encrypt: 'absent', 'Change this': false }).ask)
    expect(asked.code).toBe(0)
    expect(await usersOf(site)).toHaveLength(1)
  })

  test('one who has registered and waits gives way to another who has', async () => {
    const site = await place('sqlite')
    await setUp(site, made)
    const { db } = openDatabase({ dataDir: site.dataDir, databaseUrl: undefined })
    const row = { ...nameToStore('Eda'), ...emailToStore('eda@club.example'), created_at: 1 }
    await db
      .insertInto('users')
      .values({ ...row, password_hash: '-', role: 'player' })
      .execute()
    await db.destroy()
    const flags = ['--email', 'eda@club.example', '--username', 'Eda']
    expect((await setUp(site, [...made, ...flags])).code).toBe(0)
    expect((await usersOf(site)).map(({ email, role }) => [email, role])).toEqual([
      ['ada@club.example', 'player'],
      ['eda@club.example', 'superuser'],
    ])
  })

  test('two at once make one', async () => {
    const site = await place('sqlite')
    const both = await Promise.all(
      ['ada', 'eda'].map((name) =>
        setUp(site, [...made, '--email', `${name}@club.example`, '--username', name]),
      ),
    )
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
    expect(await usersOf(site)).toHaveLength(1)
    expect(readdirSync(site.dataDir).filter((name) => name.startsWith('settings'))).toContain(
      'settings.env',
    )
  })

  test('beside that of the demonstration, whose password everyone knows', async () => {
    const site = await place('sqlite')
    await setUp(site, made)
    const { db } = openDatabase({ dataDir: site.dataDir, databaseUrl: undefined })
    await db.deleteFrom('users').execute()
    const demo = { ...nameToStore('Corvin'), ...emailToStore('corvin@discordia.example') }
    const row = { ...demo, password_hash: '-', role: 'superuser', created_at: 1 } as const
    await db
      .insertInto('users')
      .values({ ...row, activated_at: 1 })
      .execute()
    await db.destroy()
    expect((await setUp(site, made)).code).toBe(0)
    expect(await usersOf(site)).toHaveLength(2)
  })
})
