import type { Mention, Term } from '#contract/linking.ts'
import { cutText } from '#shared/cutText.ts'
import { excerpt } from '#shared/pageTags.ts'
import { publicUrlPath, readPicture, thumbnailUrls, variantUrls } from '../../files/pictureNames.ts'
import { languageOf } from '../../text/contentLanguage.ts'
import { plainText } from '../../text/light.ts'
import type { Card } from './source.ts'

/** UTF-16 units of the first line on a card. */
const CARD_LINE_MAX = 200

/** @param main the main language of the site */
export function presentTerm(
  kind: Term['kind'],
  card: Card,
  mentioned_in: Mention[],
  main: string,
): Term {
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
