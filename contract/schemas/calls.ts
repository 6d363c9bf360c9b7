import { calls, type PerCall } from '../calls.ts'
import { accountSchemas } from './account.ts'
import { calendarSchemas } from './calendar.ts'
import { contentSchemas } from './content.ts'
import { formattingSchemas } from './formatting.ts'
import { glossarySchemas } from './glossary.ts'
import { groupPageSchemas } from './groupPage.ts'
import { groupSchemas } from './groups.ts'
import { linkingSchemas } from './linking.ts'
import { liveSchemas } from './live.ts'
import { personalDataSchemas } from './personalData.ts'
import { planningSchemas } from './planning.ts'
import { profileSchemas } from './profile.ts'
import { registrationSchemas } from './registration.ts'
import { rulesSchemas } from './rules.ts'
import { searchSchemas } from './search.ts'
import { securitySchemas } from './security.ts'
import type { CallSchema } from './shared.ts'

/** The schemas of every table of calls. */
const schemas: PerCall<CallSchema> = {
  account: accountSchemas,
  profile: profileSchemas,
  groups: groupSchemas,
  content: contentSchemas,
  rules: rulesSchemas,
  glossary: glossarySchemas,
  groupPage: groupPageSchemas,
  registration: registrationSchemas,
  planning: planningSchemas,
  calendar: calendarSchemas,
  search: searchSchemas,
  linking: linkingSchemas,
  formatting: formattingSchemas,
  security: securitySchemas,
  personalData: personalDataSchemas,
  live: liveSchemas,
}

/** All calls with their schemas. */
export const describedCalls = calls.map((call) => {
  const table: Readonly<Record<string, CallSchema>> = schemas[call.table]
  const schema = table[call.name]
  if (schema === undefined) throw new Error(`${call.name} has no schema`)
  return { ...call, schema }
})
