import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { modules } from '#server/modules.ts'

const FOLDER = join(import.meta.dirname, '../../server/modules')
const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((one) => one.isDirectory())

/** Exports of the face of each folder. */
const faces = await Promise.all(
  folders.map(async ({ name }) => {
    const exported: object = await import(join(FOLDER, name, 'module.ts'))
    return Object.values(exported) as { gives?: object }[]
  }),
)

test('every folder of the modules has one face, and the list has all of them', () => {
  expect(faces.map((exported) => exported.length)).toEqual(folders.map(() => 1))
  expect(modules).toHaveLength(folders.length)
})

const doubles = (names: readonly string[]) =>
  names.filter((name, index) => names.indexOf(name) !== index)

test('no two modules give functions of the same name', () => {
  expect(doubles(faces.flat().flatMap(({ gives = {} }) => Object.keys(gives)))).toEqual([])
})

test.each(['mails', 'expiries', 'transfers'] as const)(
  'no two modules have %s of one name',
  (part) => {
    const names = modules.flatMap((module) => Object.keys(module[part] ?? {}))
    expect(names).not.toEqual([])
    expect(doubles(names)).toEqual([])
  },
)

test('one module finds the sessions of the desk', () => {
  expect(modules.filter(({ findDeskSession }) => findDeskSession)).toHaveLength(1)
})
