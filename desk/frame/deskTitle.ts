import { KIT, type KitFacts } from '#contract/pages.ts'
import { t } from '../i18n.ts'

/** What the page says about the site's name and mark; without a kit they are those of the product. */
function siteFacts(): Pick<KitFacts, 'name' | 'mark'> {
  const text = document.querySelector(`meta[name="${KIT}"]`)?.getAttribute('content')
  return text ? (JSON.parse(text) as KitFacts) : { name: 'Discordia' }
}

export const deskTitle = (): string => t('title', { site: siteFacts().name })

/** An own mark stands on its tile, in its own colours; that of the product is ink, in light and dark. */
export const hasOwnMark = (): boolean => siteFacts().mark !== undefined
