import { setImmediate } from 'node:timers/promises'
import type { RichText } from '#contract/formatting.ts'
import type { ListedIn } from '#contract/languages.ts'
import { linkingCalls, MENTIONS_SHOWN, type Mention, type Term } from '#contract/linking.ts'
import type { TermKind } from '#contract/sets.ts'
import { cutText } from '#shared/cutText.ts'
import { excerpt, wordsOf } from '#shared/pageTags.ts'
import type { IsMentioned } from '../../db/linkedTexts.ts'
import { chunksOf, type HasDb, type Read } from '../../db/rows.ts'
import { publicUrlPath, readPicture, thumbnailUrls, variantUrls } from '../../files/pictureNames.ts'
import { cachedJson, sending } from '../../http/cache/sendCached.ts'
import { type App, type Deps, forVisitors } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { languageOf, mainLanguage } from '../../text/contentLanguage.ts'
import { parseLight, plainText } from '../../text/light.ts'
import { keysIn, linkTerms, plainBlocks, type Target, termsOf } from '../../text/termLinks.ts'
import { reading, routesOn } from '../../work/work.ts'
import type { Module } from '../face.ts'
import { makeLinker } from './linker.ts'
import { findTerms, listMentions } from './repository.ts'
import { allSources, type LinkSources } from './source.ts'

export const linking = {
  gives: { isMentionedIn, linkedTree },
  make: (): Module => ({
    site: (deps, { links }) => ({
      open: (open) => linkingRoutes(open, forVisitors(deps), links),
      pageFeatures: ['term_links'],
    }),
    jobs: [(deps, log, { links }) => makeLinker(deps, links, log)],
  }),
}

/** Cards of linked entries and rules. The same for all callers. */
function linkingRoutes(open: App, deps: Deps, sources: LinkSources): void {
  const route = routesOn(open, deps, linkingCalls)
  route('getGlossaryTerm', sending(cardOf(sources, 'glossary')))
  route('getRuleTerm', sending(cardOf(sources, 'rule')))
}

type Asked = { readonly params: { readonly id: number }; readonly query: ListedIn }

const cardOf = (sources: LinkSources, kind: TermKind) =>
  cachedJson(kind === 'rule' ? 'rules' : 'glossary')(
    ({ params, query }: Asked) => `term ${params.id} ${query.language}`,
    (deps: Deps, { params: { id }, query }) => readTerm(deps, sources, { kind, id, ...query }),
  )

/** UTF-16 units of the first line on a card. */
const CARD_LINE_MAX = 200

/** @throws Refusal 404 */
async function readTerm(
  deps: Deps,
  sources: LinkSources,
  { language, ...target }: Target & ListedIn,
): Promise<Term> {
  const card = await sources.terms
    .find(({ kind }) => kind === target.kind)
    ?.findCard(deps, target.id)
  if (card === undefined) throw errors.notFound()
  const main = mainLanguage(deps.settings)
  const all = await mentionsOf(sources, reading(deps), target)
  const isWanted = (one: Mentioning) => (one.language ?? main) === language
  const groups = new Set(all.filter(isWanted).map((one) => one.translation_group ?? null))
  const mentions = all.filter(
    (one) => isWanted(one) || !one.translation_group || !groups.has(one.translation_group),
  )
  const { title, label, text, format, list } = card
  const picture = readPicture(card.picture)
  const line = plainText(format, text ?? '')
    .split(/\r?\n/)
    .find((each) => each.trim() !== '')
  return {
    ...target,
    title,
    label,
    text: line === undefined ? null : cutText(excerpt(line), CARD_LINE_MAX),
    image: picture && publicUrlPath(picture.key),
    ...(picture && { pictures: variantUrls(picture), thumbnails: thumbnailUrls(picture) }),
    ...(list && { list }),
    ...languageOf(card.language, main),
    mentioned_in: mentions.map(
      ({ language, translation_group: _, ...mention }): Mention => ({
        ...mention,
        ...languageOf(language, main),
      }),
    ),
  }
}

function isMentionedIn(sources: LinkSources): IsMentioned {
  return async (w, target) => (await mentionsOf(sources, w, target)).length > 0
}

type Mentioning = Omit<Mention, 'language'> & {
  readonly language: string | null
  readonly translation_group?: string | null
}

async function mentionsOf(sources: LinkSources, w: Read, target: Target) {
  const rows = await listMentions(w, target)
  const mentions: Mentioning[] = []
  for (const { kind, listPublic } of allSources(sources)) {
    const ids = rows.filter((row) => row.source_kind === kind).map((row) => row.source)
    if (ids.length === 0 || mentions.length >= MENTIONS_SHOWN) continue
    mentions.push(...(await listPublic(w, ids)).map((row) => ({ kind, ...row })))
  }
  return mentions.slice(0, MENTIONS_SHOWN)
}

/** Names of one statement. Other requests are served between two. */
const CHUNK = 1000

/**
 * The tree of a text that is not public, with the links of today's names. Nothing of it is stored: it is no mention, and
 * the names that it holds are looked up when it is read.
 * @returns null for a text that is shown as typed
 */
async function linkedTree(w: HasDb, text: string): Promise<RichText | null> {
  const formatted = parseLight(text)
  const tree = formatted ?? plainBlocks(text)
  const keys = keysIn(wordsOf(tree))
  const terms = termsOf([])
  for (const chunk of chunksOf(keys, CHUNK)) {
    termsOf(await findTerms(w, chunk), terms)
    await setImmediate()
  }
  const linked = linkTerms(tree, terms, { target: null, names: [] })
  return formatted !== null || linked.targets.length > 0 ? linked.tree : null
}
