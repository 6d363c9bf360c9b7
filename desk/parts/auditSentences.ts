import { FORMER_MEMBER } from '#contract/account.ts'
import type { AuditEvent } from '#contract/audit.ts'
import { capital, resourceName, t, textOr } from '../i18n.ts'

type Named = Pick<AuditEvent, 'resource' | 'action' | 'record' | 'record_name'>
type Actor = Pick<AuditEvent, 'actor_name' | 'by_account'>

/** Name of the actor; in brackets where no account did it, because a member can have such a name. */
export const actorOf = ({ actor_name: name, by_account }: Actor): string =>
  by_account ? name : t('audit.no_account', { name: textOr(`audit.actors.${name}`, name) })

/** A username; what belonged to deleted accounts is under a name of its own. */
export const personName = (username: string): string =>
  username === FORMER_MEMBER ? t(`audit.actors.${FORMER_MEMBER}`) : username

/** The record in quotes, or its id where the log keeps no name; '' where there is none. */
export function recordOf({ record, record_name: name }: Named): string {
  if (name !== null) return t('audit.named', { name })
  return record === null ? '' : t('audit.numbered', { id: record })
}

/** "published “Open Table”", with the name of the action where the desk has no words for it. */
export function actOf(event: Named, record = recordOf(event)): string {
  const { resource, action } = event
  const values = { record, action }
  const keys = [`audit.particular.${resource}.${action}`, `audit.verbs.${action}`]
  const [known = t('audit.unknown', values)] = keys
    .map((key) => textOr(key, '', values))
    .filter(Boolean)
  return known.trim()
}

/** "Sue published “Open Table”" */
export const sentenceOf = (event: Named & Actor): string =>
  t('audit.sentence', { actor: actorOf(event), act: actOf(event) })

/** "Published “Open Table”" */
export const headingOf = (event: Named): string => capital(actOf(event))

/** The page of the desk on which it was done. */
export const placeOf = (resource: string): string =>
  textOr(`audit.places.${resource}`, resourceName(resource))
