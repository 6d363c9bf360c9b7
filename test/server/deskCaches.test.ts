import type { DeskRoute } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import type { GlossaryTypeId } from '#contract/ids.ts'
import { ACTS } from '#test/helpers/fixtures/deskRows.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'

const AREAS = ['contents', 'downloads', 'rules', 'glossary'] as const
const LISTS = [
  'contents/active',
  'contents/activeEvents',
  'contents/latest',
  'contents/events.ics',
  'contents/news.atom',
  'contents/events.atom',
  'downloads/active',
  'rules/categories/',
  'rules/get',
  'rules/get-quick-subcategories/',
  'rules/entries/',
  'rules/entries/?search=r',
  'rules/quick-entries/',
  'glossary/entry-types/',
  'glossary/entry-subtypes/',
  'glossary/entries/',
  'glossary/entries/?showUserEntries=true',
  'search/?q=r',
  'search/?q=ren',
]
/** Calls of the site that show one record. */
const OF_ONE = [
  ['contents', ['contents/get/ID', 'contents/getEvent/ID', 'contents/getNext/ID']],
  ['contents', ['contents/events/ID.ics']],
  ['download_files', ['downloads/download/ID']],
  ['rule_categories', ['rules/get-subcategories/ID/']],
  ['rule_entries', ['rules/entries/ID/sub-entries/', 'rules/quick-entries/ID/sub-entries/']],
  ['glossary_types', ['glossary/get-subtypes/ID/']],
  ['glossary_entries', ['glossary/entries/ID/sub-entries/']],
] as const

const RESOURCES =
  /^(contents|download-|rule-|quick-|glossary-|review|name-changes|members|transfer)/
const changes = Object.entries(deskCalls)
  .filter(([resource]) => RESOURCES.test(resource))
  .flatMap(([resource, calls]) =>
    Object.entries<DeskRoute>(calls)
      .filter(([, { method, changesNothing }]) => method !== 'GET' && !changesNothing)
      .map(([call, { method }]) => ({ name: `${resource}.${call}`, call, method })),
  )
  .filter(({ name }) => name in ACTS)
/** Calls without an effect on the site: drafts, claims and mails, or a change of nothing. */
const UNSEEN = new Set(
  Object.entries({
    contents: 'create copy decline keepOpen writeToRegistered update remove',
    members: [
      'resetSecondFactor requestExport requestDeletion withdrawDeletion',
      'deactivate reactivate create activate changeEmail stopEmail',
      'resendActivation endSessions lookUp restrict lift trust',
    ].join(' '),
    'download-files': 'order restore',
    'rule-subcategories': 'order',
    'glossary-subtypes': 'order',
    reports: 'claim release decide undo decideAppeal distrust',
    review: 'claim release reject askChanges',
    'name-changes': 'refuse',
  }).flatMap(([resource, calls]) => calls.split(' ').map((call) => `${resource}.${call}`)),
)

deskTests('a cached response from before a change at the desk on %s', (server) => {
  let root: DeskCaller
  let tales: GlossaryTypeId
  beforeAll(async () => {
    root = await server.staff('Root', 'superuser')
    tales = await addGlossaryType(server, 'Tales')
  })

  /** The newest two of each table, so that another record is beside the changed one. */
  async function addresses(): Promise<string[]> {
    const each = OF_ONE.map(async ([table, paths]) => {
      const newest = server.deps.db.selectFrom(table).select('id').orderBy('id', 'desc').limit(2)
      const ids = (await newest.execute()).map(({ id }) => id)
      return paths.flatMap((path) => ids.map((id) => path.replace('ID', String(id))))
    })
    return [...LISTS, ...(await Promise.all(each)).flat()]
  }
  const shown = async (paths: readonly string[]): Promise<Record<string, string>> => {
    const found = paths.map(async (path) => {
      const { statusCode, body } = await server.app.inject(`/api/${path}`)
      return [path, `${statusCode} ${body}`] as const
    })
    return Object.fromEntries(await Promise.all(found))
  }
  const forget = () => {
    for (const area of AREAS) server.deps.responseCache.clear(area)
  }
  /** Every account writes something, so that a changed name or role shows. */
  async function letAllWrite(): Promise<void> {
    const { db } = server.deps
    const silent = db
      .selectFrom('users')
      .select('id')
      .where('id', 'not in', db.selectFrom('glossary_entries').select('created_by'))
    for (const { id } of await silent.execute())
      await addEntry(server, id, `By ${id}`, { type_id: tales })
  }
  /** Changes the name, because an update with the same values changes nothing. */
  function renamed(body: object): object {
    const field = ['name', 'display_name', 'title'].find((one) => one in body)
    return field === undefined ? body : { ...body, [field]: 'Renamed' }
  }

  test.each(changes)('is not sent any more after $name', async ({ name, call, method }) => {
    const { path, body = {}, type } = (await ACTS[name]?.(server, root)) ?? { path: '' }
    if (name !== 'transfer.import') await letAllWrite()
    const paths = await addresses()
    forget()
    const before = await shown(paths)
    const sent = call === 'update' ? renamed(body) : body
    const response = await root.ask(method, path, sent, type)
    expect([response.statusCode < 300, response.body]).toEqual([true, response.body])
    const after = await shown(paths)
    forget()
    expect(after).toEqual(await shown(paths))
    if (!UNSEEN.has(name)) expect(after).not.toEqual(before)
  })

  test('is not sent any more after an import of the glossary', async () => {
    const before = await shown(LISTS)
    const types = [{ key: 'beasts', name: 'Beasts' }]
    const file = { format: 'discordia-glossary', version: 1, types, entries: [] }
    expect((await root.transfer('glossary', file)).statusCode).toBe(200)
    const after = await shown(LISTS)
    forget()
    expect(after).toEqual(await shown(LISTS))
    expect(after).not.toEqual(before)
  })
})
