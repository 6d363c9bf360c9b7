import fc from 'fast-check'
import { desk, siteForm } from '../../../test/helpers/races/stage.ts'
import type { DeskCaller } from '../../../test/helpers/server/startDesk.ts'
import { type AnyCommand, command, NO_ID, pick, someone, which, who } from './command.ts'
import {
  addSection,
  deleteOwn,
  REVIEW_ACTIONS,
  removeAtDesk,
  review,
  rewrite,
  unfinished,
} from './glossary.ts'
import { type Entry, isLive, type Model, type Person } from './people.ts'
import { authOf, type Site } from './site.ts'

const by = fc.record({ who, which })
const title = fc.constantFrom('Harbour', 'Tower', 'Mill')

/** Mostly an own entry. */
function anEntry({ entries }: Model, person: Person, n: number): Entry | undefined {
  const own = entries.filter(({ author }) => author === person)
  return pick(n % 4 === 3 || own.length === 0 ? entries : own, n)
}

const reviewer = ({ ada, ben }: Site, isAda: boolean): DeskCaller => (isAda ? ada : ben)

export const GLOSSARY_COMMANDS: readonly AnyCommand[] = [
  command('write an entry', 'glossary', fc.record({ who, title }), async (model, site, args) => {
    const person = someone(model, args.who)
    const auth = authOf(person)?.auth ?? { authorization: 'Bearer none' }
    const fields = { title: args.title, entry_type: String(site.type) }
    const answer = await site.send(siteForm({ auth }, '/glossary/user-entries/', fields))
    expect(answer.status).toBe(isLive(model, person) ? 201 : 401)
    if (!isLive(model, person)) return
    const { id } = answer.body as { readonly id: number }
    const repeated = unfinished(model, person, args.title)
    if (repeated !== undefined) expect(id).toBe(repeated.id)
    else
      model.entries.push({
        id,
        author: person,
        title: args.title,
        state: 'pending',
        sections: [],
        claim: null,
        decidedAt: 0,
      })
  }),
  command(
    'add a section',
    'glossary',
    fc.record({ who, which, title }),
    async (model, site, args) => {
      const person = someone(model, args.who)
      const entry = anEntry(model, person, args.which)
      const id = entry?.id ?? NO_ID
      const section = { title: args.title, content: 'Old and grey' }
      const body = { sub_entries: [{ ...section, glossary_entry: id }] }
      const answer = await site.as(person, 'POST', `/glossary/entries/${id}/sub-entries/`, body)
      expect(answer.status).toBe(addSection(model, person, entry, section))
      await expectSections(model, site, person, entry)
    },
  ),
  command('delete an entry', 'glossary', by, async (model, site, args) => {
    const person = someone(model, args.who)
    const entry = anEntry(model, person, args.which)
    const answer = await site.as(person, 'DELETE', `/glossary/delete-entry/${entry?.id ?? NO_ID}`)
    expect(answer.status).toBe(deleteOwn(model, person, entry))
  }),
  ...Array.from({ length: 2 }, () =>
    command(
      'review',
      'glossary',
      fc.record({ isAda: fc.boolean(), which, action: fc.constantFrom(...REVIEW_ACTIONS) }),
      async (model, site, args) => {
        const entry = pick(model.entries, args.which)
        const by = reviewer(site, args.isAda)
        const body = args.action === 'reject' ? { reason: 'Too short' } : {}
        const path = `/review/${entry?.id ?? NO_ID}/${args.action}`
        const answer = await site.send(desk(by, 'POST', path, body))
        expect(answer.status).toBe(review(model, by, entry, args.action))
      },
    ),
  ),
  command(
    'rewrite at the desk',
    'glossary',
    fc.record({ isAda: fc.boolean(), which, title }),
    async (model, site, args) => {
      const entry = pick(model.entries, args.which)
      const body = { title: args.title, type_id: site.type }
      const path = `/glossary-entries/${entry?.id ?? NO_ID}`
      const answer = await site.send(desk(reviewer(site, args.isAda), 'PUT', path, body))
      expect(answer.status).toBe(rewrite(entry, args.title))
    },
  ),
  command(
    'delete at the desk',
    'glossary',
    fc.record({ isAda: fc.boolean(), which }),
    async (model, site, args) => {
      const entry = pick(model.entries, args.which)
      const path = `/glossary-entries/${entry?.id ?? NO_ID}`
      const answer = await site.send(desk(reviewer(site, args.isAda), 'DELETE', path))
      expect(answer.status).toBe(removeAtDesk(model, entry))
    },
  ),
]

async function expectSections(model: Model, site: Site, person: Person, entry?: Entry) {
  if (entry?.author !== person || !isLive(model, person)) return
  const { body } = await site.as(person, 'GET', `/glossary/entries/${entry.id}/sub-entries/`)
  const glossary_entry = entry.id
  expect(body).toEqual(entry.sections.map((section) => ({ ...section, glossary_entry })))
}
