import { linkingCalls, MENTIONS_SHOWN, type Mention, type Term } from '#contract/linking.ts'
import { cutText } from '#shared/cutText.ts'
import { excerpt } from '#shared/pageTags.ts'
import type { IsMentioned } from '../../db/linkedTexts.ts'
import { publicUrlPath, readPicture, thumbnailUrls, variantUrls } from '../../files/pictureNames.ts'
import { cachedJson, sending } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { languageOf, mainLanguage } from '../../text/contentLanguage.ts'
import { plainText } from '../../text/light.ts'
import { routesOn } from '../../work/calls.ts'
import { listMentions } from './repository.ts'
import { allSources, type Card, type LinkSources, type Source } from './source.ts'

/** Mentions that are read: some are of texts that are not public. */
const MENTIONS_READ = 500

type Parts = Pick<Deps, 'db' | 'clock' | 'responseCache' | 'settings'>
type Kind = Term['kind']
type Mentioning = Source & Pick<Mention, 'kind'>

/** Cards of linked entries and rules. The same for all callers. */
export function linkingModule(open: App, deps: Parts, sources: LinkSources): void {
  const route = routesOn(open, deps, linkingCalls)
  route('getGlossaryTerm', sending(cardOf(sources, 'glossary')))
  route('getRuleTerm', sending(cardOf(sources, 'rule')))
}

const cardOf = (sources: LinkSources, kind: Kind) =>
  cachedJson(kind === 'rule' ? 'rules' : 'glossary')(
    ({ params }: { readonly params: { readonly id: number } }) => `term ${params.id}`,
    (parts: Parts, { params }) => readTerm(parts, sources, kind, params.id),
  )

/** @throws Refusal 404 */
async function readTerm(parts: Parts, sources: LinkSources, kind: Kind, id: number) {
  const source = sources.terms.find((one) => one.kind === kind)
  const card = await source?.findCard(parts, id)
  if (card === undefined) throw errors.notFound()
  const { db, clock } = parts
  const main = mainLanguage(parts.settings)
  const sourcesOf = await mentionsOf(sources, db, kind, id, clock())
  const mentions = sourcesOf.map(
    ({ language, ...mention }): Mention => ({
      ...mention,
      ...languageOf(language, main),
    }),
  )
  return presentTerm(kind, card, mentions, main)
}

export const isMentionedIn =
  (sources: LinkSources): IsMentioned =>
  async (...of) =>
    (await mentionsOf(sources, ...of)).length > 0

async function mentionsOf(
  sources: LinkSources,
  ...[db, kind, id, now]: Parameters<IsMentioned>
): Promise<Mentioning[]> {
  const rows = await listMentions({ db }, kind, id, MENTIONS_READ)
  const mentions: Mentioning[] = []
  for (const source of allSources(sources)) {
    const ids = rows.filter((row) => row.source_kind === source.kind).map((row) => row.source)
    if (ids.length === 0 || mentions.length >= MENTIONS_SHOWN) continue
    const found = await source.listPublic({ db, now }, ids)
    mentions.push(...found.map((row) => ({ kind: source.kind, ...row })))
  }
  return mentions.slice(0, MENTIONS_SHOWN)
}

/** UTF-16 units of the first line on a card. */
const CARD_LINE_MAX = 200

/** @param main the main language of the site */
function presentTerm(kind: Term['kind'], card: Card, mentioned_in: Mention[], main: string): Term {
  const { id, title, label, text, format, list } = card
  const picture = readPicture(card.picture)
  const line = plainText(format, text ?? '')
    .split(/\r?\n/)
    .find((each) => each.trim() !== '')
  return {
    kind,
    id,
    title,
    label,
    text: line === undefined ? null : cutText(excerpt(line), CARD_LINE_MAX),
    image: picture && publicUrlPath(picture.key),
    ...(picture && { pictures: variantUrls(picture), thumbnails: thumbnailUrls(picture) }),
    ...(list && { list }),
    ...languageOf(card.language, main),
    mentioned_in,
  }
}
