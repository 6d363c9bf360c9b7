import { type Noun, tables } from './calls.ts'
import type { DeskTable } from './desk.ts'

type Parts = { [Name in keyof typeof tables]: (typeof tables)[Name] extends { desk: infer Calls } ? Calls : never }
type Merged<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
/** Two nouns may have calls of one resource, as registrations are those of contents. */
export type DeskCalls = Merged<Parts[keyof Parts]>

const all: Record<string, DeskTable[string]> = {}
for (const { desk = {} } of Object.values<Noun>(tables))
  for (const [resource, calls] of Object.entries(desk)) all[resource] = { ...all[resource], ...calls }

/** Every call of the desk. Lists take `sort`, `range` and `filter` as ra-data-simple-rest sends them. */
export const deskCalls = all as DeskCalls
