import type {
  GlossarySubtypeId,
  GlossaryTypeId,
  RuleCategoryId,
  RuleSubcategoryId,
} from '../../../contract/ids.ts'
import { desk, type Stage, site, siteForm } from '../../../test/helpers/races/stage.ts'
import type { TestUser } from '../../../test/helpers/server/startServer.ts'
import type { Area } from '../racePairs.ts'

type ListWorld = {
  /** Category with the sub-categories a, b and c. */
  readonly full: RuleCategoryId
  readonly empty: RuleCategoryId
  readonly abc: readonly [RuleSubcategoryId, RuleSubcategoryId, RuleSubcategoryId]
}

export const LIST: Area<ListWorld> = {
  about: 'a list that the desk keeps in order, and its parent',
  tables: ['rule_subcategories', 'rule_categories'],
  async setUp(stage, count) {
    const { db } = stage.server.deps
    return db.transaction().execute(async (tx) => {
      const parents = await tx
        .insertInto('rule_categories')
        .values(Array.from({ length: count * 2 }, (_, n) => ({ name: `C${n}`, position: n })))
        .returning('id')
        .execute()
      const rows = Array.from({ length: count }, (_, n) =>
        ['a', 'b', 'c'].map((name, position) => ({
          name,
          position,
          category_id: parents[n * 2]?.id as RuleCategoryId,
        })),
      )
      const added = await tx
        .insertInto('rule_subcategories')
        .values(rows.flat())
        .returning('id')
        .execute()
      return rows.map((_row, n) => ({
        full: parents[n * 2]?.id as RuleCategoryId,
        empty: parents[n * 2 + 1]?.id as RuleCategoryId,
        abc: added.slice(n * 3, n * 3 + 3).map(({ id }) => id) as unknown as ListWorld['abc'],
      }))
    })
  },
  async look({ server }, worlds) {
    const { db } = server.deps
    const parents = new Set(
      (await db.selectFrom('rule_categories').select('id').execute()).map(({ id }) => id),
    )
    const rows = Map.groupBy(
      await db
        .selectFrom('rule_subcategories')
        .selectAll()
        .orderBy('position')
        .orderBy('id')
        .execute(),
      ({ category_id }) => category_id,
    )
    const list = (id: RuleCategoryId) =>
      parents.has(id) && (rows.get(id) ?? []).map(({ position, name }) => `${position} ${name}`)
    return worlds.map(({ full, empty }) => ({ full: list(full), empty: list(empty) }))
  },
  operations: {
    'Ada turns the order': ({ abc: [a, b, c] }, { ada }) =>
      desk(ada, 'POST', '/rule-subcategories/order', { ids: [c, b, a] }),
    'Ben moves the first to the end': ({ abc: [a, b, c] }, { ben }) =>
      desk(ben, 'POST', '/rule-subcategories/order', { ids: [b, c, a] }),
    'one is added': ({ full }, { ada }) =>
      desk(ada, 'POST', '/rule-subcategories', { name: 'd', category_id: full }),
    'the first is renamed': ({ full, abc: [a] }, { ben }) =>
      desk(ben, 'PUT', `/rule-subcategories/${a}`, { name: 'A', category_id: full }),
    'the first goes to the other list': ({ empty, abc: [a] }, { ada }) =>
      desk(ada, 'PUT', `/rule-subcategories/${a}`, { name: 'a', category_id: empty }),
    'the first is deleted': ({ abc: [a] }, { ben }) =>
      desk(ben, 'DELETE', `/rule-subcategories/${a}`),
    'one is added to the other list': ({ empty }, { ada }) =>
      desk(ada, 'POST', '/rule-subcategories', { name: 'e', category_id: empty }),
    'the parent of the other list is deleted': ({ empty }, { ben }) =>
      desk(ben, 'DELETE', `/rule-categories/${empty}`),
  },
}

type TypeWorld = {
  readonly Anna: TestUser
  readonly type: GlossaryTypeId
  readonly other: GlossaryTypeId
  readonly subtype: GlossarySubtypeId
}

export const TYPE: Area<TypeWorld> = {
  about: 'a type of the glossary and its first entries',
  tables: ['glossary_entries', 'glossary_subtypes', 'glossary_types'],
  async setUp(stage: Stage, count) {
    const authors = await stage.people(count)
    const { db } = stage.server.deps
    return db.transaction().execute(async (tx) => {
      const types = await tx
        .insertInto('glossary_types')
        .values(Array.from({ length: count * 2 }, (_, n) => ({ name: `T${n}`, position: n })))
        .returning('id')
        .execute()
      const idOf = (n: number) => types[n]?.id as GlossaryTypeId
      const subtypes = await tx
        .insertInto('glossary_subtypes')
        .values(authors.map((_, n) => ({ name: 'Cities', position: 0, type_id: idOf(n * 2) })))
        .returning('id')
        .execute()
      return authors.map((Anna, n) => ({
        Anna,
        type: idOf(n * 2),
        other: idOf(n * 2 + 1),
        subtype: subtypes[n]?.id as GlossarySubtypeId,
      }))
    })
  },
  async look({ server }, worlds) {
    const { db } = server.deps
    const types = (await db.selectFrom('glossary_types').select('id').execute()).map(({ id }) => id)
    const hasType = new Set(types)
    const subtypes = Map.groupBy(
      await db.selectFrom('glossary_subtypes').selectAll().orderBy('id').execute(),
      ({ type_id }) => type_id,
    )
    const entries = Map.groupBy(
      await db.selectFrom('glossary_entries').selectAll().orderBy('id').execute(),
      ({ type_id }) => type_id,
    )
    return worlds.map(({ type, other }) =>
      [type, other].map(
        (id) =>
          hasType.has(id) && {
            subtypes: (subtypes.get(id) ?? []).map(({ name }) => name),
            entries: (entries.get(id) ?? [])
              .map(({ title, subtype_id }) => `${title}${subtype_id === null ? '' : ' (city)'}`)
              .sort(),
          },
      ),
    )
  },
  operations: {
    'a member writes a city': ({ Anna, type, subtype }) =>
      siteForm(Anna, '/glossary/user-entries/', {
        title: 'Wien',
        entry_type: String(type),
        entry_subtype: String(subtype),
      }),
    'a member writes an entry without sub-type': ({ Anna, type }) =>
      siteForm(Anna, '/glossary/user-entries/', { title: 'Graz', entry_type: String(type) }),
    'the desk writes a city': ({ type, subtype }, { ada }) =>
      desk(ada, 'POST', '/glossary-entries', {
        title: 'Linz',
        type_id: type,
        subtype_id: subtype,
      }),
    'the sub-type is deleted': ({ subtype }, { ben }) =>
      desk(ben, 'DELETE', `/glossary-subtypes/${subtype}`),
    'the sub-type goes to the other type': ({ subtype, other }, { ada }) =>
      desk(ada, 'PUT', `/glossary-subtypes/${subtype}`, { name: 'Towns', type_id: other }),
    'a sub-type is added': ({ type }, { ben }) =>
      desk(ben, 'POST', '/glossary-subtypes', { name: 'Villages', type_id: type }),
    'the type is deleted': ({ type }, { ada }) => desk(ada, 'DELETE', `/glossary-types/${type}`),
    'a member reads the sub-types': ({ Anna, type }) =>
      site(Anna, 'GET', `/glossary/get-subtypes/${type}/`),
  },
}
