import {
  type HeadSite,
  type LinkPicture,
  type PageDescription,
  pageTags,
  sitePicture,
} from '#shared/pageTags.ts'
import type { Settings } from '../config/env.ts'
import { publicUrlPath, readPicture } from '../files/pictureNames.ts'
import type { Kit } from '../text/kit.ts'
import { escapeHtml, voidTag } from '../text/markup.ts'

export type DescribedSite = Pick<Settings, 'publicUrl' | 'timeZone'> & {
  /** The kit in the language of the page. */
  readonly kit: Kit
} & Pick<HeadSite, 'named'>

/** The language of link previews: the one that the URL names, else the main one. */
export const sharedKit = ({ kit, named }: Pick<DescribedSite, 'kit' | 'named'>): Kit =>
  kit.in(named ?? kit.languages[0])

/**
 * Title and tags for readers without scripts. The site replaces marked elements when it leaves the page
 * (src/platform/languages.ts).
 * @param linkedData JSON, escaped for a `<script>` element
 */
export function headMarkup(
  { publicUrl, kit, named }: DescribedSite,
  page: PageDescription,
  linkedData?: string,
): string {
  const tags = pageTags({ publicUrl, product: kit.name, languages: kit.languages, named }, page)
  return [
    `<title>${escapeHtml(`${page.title} – ${kit.name}`)}</title>`,
    ...tags.map(({ name, attributes }) => voidTag(name, attributes)),
    // The script is data, which the security policy does not block.
    ...(linkedData === undefined
      ? []
      : [`<script type="application/ld+json" data-page="">${linkedData}</script>`]),
  ].join('')
}

/** @param json of a row's picture, as `StoredPicture` */
export function linkPicture(publicUrl: string, json: string | null): Required<LinkPicture> {
  const own = readPicture(json)
  return own === null
    ? sitePicture(publicUrl)
    : { url: `${publicUrl}${publicUrlPath(own.key)}`, width: own.width, height: own.height }
}
