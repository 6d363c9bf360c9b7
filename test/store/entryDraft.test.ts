import { glossaryApi } from '#src/store/glossary/api.ts'
import { entryDraftActions } from '#src/store/glossary/draftSlice.ts'
import { draftFrom, EMPTY_DRAFT, hasContent } from '#src/store/glossary/entryDraft.ts'
import { setupStore } from '#src/store/store.ts'
import { aGlossaryEntry, asMember, id } from '../helpers/fixtures/siteState.ts'
import { fakeApi, refusal, reply } from '../helpers/screens/fakeApi.ts'

test.each([
  ['nothing', {}, false],
  ['white space', { title: ' ', sections: [{ key: 1, title: ' ', content: '\n' }] }, false],
  ['a picture that was lost', { lacksPicture: true }, false],
  ['a title', { title: 'Moth' }, true],
  ['a type', { typeId: id(3) }, true],
  ['a sub-title', { sections: [{ key: 1, title: 'Habits', content: '' }] }, true],
  ['a text', { sections: [{ key: 1, title: '', content: 'Night.' }] }, true],
  [
    'a text of the second section',
    {
      sections: [
        { key: 1, title: '', content: '' },
        { key: 2, title: '', content: 'Night.' },
      ],
    },
    true,
  ],
  ['the id of a first step that was sent', { createdId: id(41) }, true],
])('a draft with %s: has it content?', (_what, fields, expected) => {
  expect(hasContent({ ...EMPTY_DRAFT, ...fields } as typeof EMPTY_DRAFT)).toBe(expected)
})

test.each([
  ['its type and sub-type', { entry_type: id(3), entry_subtype: id(4) }, 3, 4],
  ['a type alone', { entry_type: id(3), entry_subtype: null }, 3, null],
  ['a sub-type without a type', { entry_type: id(0), entry_subtype: id(4) }, null, null],
])('an entry with %s is copied with both or neither', (_what, fields, typeId, subtypeId) => {
  const entry = aGlossaryEntry(fields as never)
  expect(draftFrom({ entry, sections: [] })).toMatchObject({ typeId, subtypeId, createdId: null })
})

test('the sections of a copy have keys of their own; without any there is an empty one', () => {
  const entry = aGlossaryEntry({ title: 'Moth', image: '/files/a.jpg' })
  const sections = ['One', 'Two'].map((title) => ({ title, content: `${title}.` }))
  expect(draftFrom({ entry, sections })).toMatchObject({
    title: 'Moth',
    lacksPicture: true,
    sections: [
      { key: 1, title: 'One', content: 'One.' },
      { key: 2, title: 'Two', content: 'Two.' },
    ],
  })
  const bare = draftFrom({ entry: { ...entry, image: null }, sections: [] })
  expect(bare).toMatchObject({ lacksPicture: false, sections: EMPTY_DRAFT.sections })
})

describe('the entry of the first step', () => {
  const { createGlossaryEntry, createGlossarySubEntries, deleteGlossaryEntry } =
    glossaryApi.endpoints
  const createdIdIn = (store: ReturnType<typeof setupStore>) =>
    store.getState().entryDraft.draft.createdId

  async function halfSent(answers: Parameters<typeof fakeApi>[0] = {}) {
    fakeApi({
      createGlossaryEntry: reply(201, { id: 41 }),
      deleteGlossaryEntry: {},
      ...answers,
    })
    const store = setupStore(asMember(), { devTools: false })
    store.dispatch(entryDraftActions.draftTitleTyped('Moth'))
    const body = { title: 'Moth', typeId: id<never>(3), subtypeId: null, image: null }
    await store.dispatch(createGlossaryEntry.initiate(body))
    expect(createdIdIn(store)).toBe(41)
    return store
  }

  test.each([
    ['itself', 41, null],
    ['another entry', 42, 41],
  ])('is forgotten when %s is deleted', async (_what, deleted, left) => {
    const store = await halfSent()
    await store.dispatch(deleteGlossaryEntry.initiate(id(deleted)))
    expect(createdIdIn(store)).toBe(left)
  })

  test.each([
    [403, 41, null],
    [404, 41, null],
    [404, 42, 41],
    [409, 41, 41],
    [500, 41, 41],
  ])('after a refusal %i of the sections of entry %i', async (status, entry, left) => {
    const store = await halfSent({ createGlossarySubEntries: refusal(status) })
    const step = { id: id<never>(entry), subEntries: [] }
    await store.dispatch(createGlossarySubEntries.initiate(step))
    expect(createdIdIn(store)).toBe(left)
    expect(store.getState().entryDraft.draft.title).toBe('Moth')
  })

  test('is gone with the draft when both steps are done', async () => {
    const store = await halfSent({ createGlossarySubEntries: reply(201, []) })
    const { draftNumber } = store.getState().entryDraft
    await store.dispatch(createGlossarySubEntries.initiate({ id: id(41), subEntries: [] }))
    expect(store.getState().entryDraft).toEqual({
      isFormOpen: false,
      draft: EMPTY_DRAFT,
      draftNumber: draftNumber + 1,
    })
  })
})

test('sections are numbered on, typed into and removed one by one', () => {
  const { sectionAdded, sectionTyped, sectionRemoved } = entryDraftActions
  const store = setupStore(asMember(), { devTools: false })
  store.dispatch(sectionAdded())
  store.dispatch(sectionAdded())
  store.dispatch(sectionTyped({ key: 2, title: 'Habits', content: 'Night.' }))
  store.dispatch(sectionRemoved(1))
  store.dispatch(sectionAdded())
  expect(store.getState().entryDraft.draft.sections).toEqual([
    { key: 2, title: 'Habits', content: 'Night.' },
    { key: 3, title: '', content: '' },
    { key: 4, title: '', content: '' },
  ])
})

test('another type clears the sub-type, and the rest of the draft stays', () => {
  const { draftTitleTyped, draftTypeChosen, draftSubtypeChosen } = entryDraftActions
  const store = setupStore(asMember(), { devTools: false })
  store.dispatch(draftTitleTyped('Moth'))
  store.dispatch(draftTypeChosen(id(3)))
  store.dispatch(draftSubtypeChosen(id(4)))
  expect(store.getState().entryDraft.draft).toMatchObject({ typeId: 3, subtypeId: 4 })
  store.dispatch(draftTypeChosen(id(5)))
  expect(store.getState().entryDraft.draft).toEqual({ ...EMPTY_DRAFT, title: 'Moth', typeId: 5 })
})
