import Type, { type Static } from 'typebox'
import { NAME_CHANGE_STATES, NAME_OBSTACLES } from '../sets.ts'
import { anyId, changes, changesWith, Person, Reason, reads } from './deskCalls.ts'
import { nullable } from './shared.ts'

const DeskNameChange = Type.Object({
  id: anyId(),
  user: Person,
  /** The name at the time of the request. */
  old_name: Type.String(),
  new_name: Type.String(),
  reason: Type.String(),
  state: Type.Enum(NAME_CHANGE_STATES),
  created_at: Type.String(),
  decided_at: nullable(Type.String()),
  decision_reason: nullable(Type.String()),
  /** Why an approval would be refused at present; null when it would not. */
  obstacle: nullable(Type.Enum(NAME_OBSTACLES)),
})
export type DeskNameChange = Static<typeof DeskNameChange>

export const deskProfileSchemas = {
  'name-changes': {
    ...reads(DeskNameChange),
    approve: changes(DeskNameChange),
    refuse: changesWith(DeskNameChange, Reason),
  },
}
