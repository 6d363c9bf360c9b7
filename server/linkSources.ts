import { contentLinks } from './modules/content/linkRepository.ts'
import { glossaryLinks } from './modules/glossary/linkRepository.ts'
import type { LinkSources } from './modules/linking/source.ts'
import { ruleLinks } from './modules/rules/linkRepository.ts'

/** Whose texts are linked, and to what: the first names win over equal ones. */
export const LINK_SOURCES: LinkSources = {
  terms: [glossaryLinks, ruleLinks],
  others: [contentLinks],
  listPending: glossaryLinks.listPending,
}
