import type { GlossaryEntryId } from '#contract/ids.ts'
import texts from '../../../locales/en/feeds.json' with { type: 'json' }
import type { Deps } from '../../deps.ts'
import { errors, Refusal } from '../../errors.ts'
import { refusalOf } from '../../failures.ts'
import { publicAddress, readPicture } from '../../files/pictures.ts'
import { idFilter, isUnknown } from '../../idFilter.ts'
import { escaped } from '../../mail/texts.ts'
import type { HeadOf } from '../../plugins/pageHead.ts'
import { excerptOf } from './excerpt.ts'
import { glossaryRepository } from './repository.ts'

const GLOSSARY_PAGE = /^\/discordia\/world\/?$/

type Preview = {
  title: string
  description: string
  opening: string | null
  picture: string | null
}

/** Title, description, canonical address and Open Graph of an approved entry, for links to `?entry=ID`. */
export function entryHead(deps: Deps): HeadOf {
  const { db, answers, settings } = deps
  const glossary = glossaryRepository(deps)
  return async (path, query) => {
    const id = idFilter<GlossaryEntryId>(query?.get('entry') ?? undefined)
    if (!GLOSSARY_PAGE.test(path) || id === null || isUnknown(id)) return null
    try {
      const { bytes } = await answers.get('glossary', `head ${id}`, async () => {
        const row = await glossary.preview(db, id)
        if (row === undefined) throw errors.notFound()
        return { mediaType: 'text/html', text: headTags(settings.publicUrl, id, row) }
      })
      return bytes.toString()
    } catch (error) {
      // The page says by itself that an entry is not there, and needs no database to be shown.
      if (error instanceof Refusal || refusalOf(error) !== null) return null
      throw error
    }
  }
}

function headTags(publicUrl: string, id: GlossaryEntryId, row: Preview): string {
  const address = `${publicUrl}/discordia/world?entry=${id}`
  const picture = readPicture(row.picture)
  const description = excerptOf(row.description) ?? excerptOf(row.opening) ?? ''
  const meta = (kind: 'name' | 'property', name: string, content: string | number) =>
    `<meta ${kind}="${name}" content="${escaped(String(content))}">`
  return [
    `<title>${escaped(`${row.title} – ${texts.product}`)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escaped(address)}">`,
    meta('property', 'og:type', 'article'),
    meta('property', 'og:site_name', texts.product),
    meta('property', 'og:title', row.title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', `${publicUrl}${picture ? publicAddress(picture.key) : SOCIAL}`),
    meta('property', 'og:image:width', picture?.width ?? 1200),
    meta('property', 'og:image:height', picture?.height ?? 630),
    meta('name', 'twitter:card', 'summary_large_image'),
  ].join('')
}

/** For entries without a picture of their own. */
const SOCIAL = '/images/social.jpg'
