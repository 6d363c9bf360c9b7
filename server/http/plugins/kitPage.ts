import { KIT, MARK_PATH } from '#contract/pages.ts'
import { ENGLISH } from '../../config/locales.ts'
import { type Kit, kitPath } from '../../text/kit.ts'
import { escapeHtml, languageAttributes, textElement, voidTag } from '../../text/markup.ts'
import { withTags } from './pageHead.ts'

/** Files whose content follows the kit, as the page of the build names them. */
const KIT_FILES =
  /(?<=")(\/locales\/\w+\/translation\.json|\/icons\/favicon[\w-]*\.\w+|\/site\.webmanifest)(?=")/g

/** The style sheet of the first view. */
export const STYLE_SHEET = /(?<=href="?)\/assets\/site\b[^"> ]*\.css/g
const NOTHING = /(?!)/
const THEME_COLOUR = /<meta name="?theme-color"? [^>]*>/

export function inLanguage(
  page: string,
  { language, name, value, claim, texts: { site } }: Kit,
): string {
  const description = value.claim ? `${name}: ${claim}` : site.page_description
  return page
    .replace(/(?<=<html [^>]*)lang="?\w+"?/, languageAttributes(language))
    .replace(`/locales/${ENGLISH}/`, `/locales/${language}/`)
    .replace(/<meta name="?description"? [^>]*>/, () =>
      voidTag('meta', { name: 'description', content: description }),
    )
    .replace(/(<noscript>)[^<]*/, (_, start: string) => start + escapeHtml(site.no_scripts))
}

/** Rules for the end of the style sheets: colours, and the picture of a plain mark, which `MarkLogo` shows as a mask. */
export function stylesOf(kit: Kit): string {
  if (kit.mark !== 'plain') return kit.styles
  const mask = `mask:url("${kitPath(kit, MARK_PATH)}") center/contain no-repeat`
  const looks = 'print-color-adjust:exact;forced-color-adjust:none'
  const forced = '@media(forced-colors:active){.own-mark{background:CanvasText}}'
  return `${kit.styles}.own-mark{-webkit-${mask};${mask};${looks}}${forced}`
}

/**
 * The plain page of the built site with the language of the kit, and with what the kit changes before any script runs. The same bytes while nothing is
 * set.
 */
export function withKit(plain: string, kit: Kit): string {
  const { stamp, facts, name, language } = kit
  if (stamp === null && language === ENGLISH) return plain
  const page = inLanguage(plain, kit)
  if (stamp === null) return page
  const { palette } = kit
  const changed = page
    .replace(/<title>[^<]*<\/title>/, () => textElement('title', name))
    .replace(KIT_FILES, (path) => kitPath(kit, path))
    .replace(stylesOf(kit) ? STYLE_SHEET : NOTHING, (path) => kitPath(kit, path))
    .replace(THEME_COLOUR, (tag) =>
      palette ? voidTag('meta', { name: 'theme-color', content: palette.light.night }) : tag,
    )
  return withTags(changed, kitTag(facts))
}

const kitTag = (facts: Kit['facts']): string =>
  voidTag('meta', { name: KIT, content: JSON.stringify(facts) })

/** The page of the desk with the name of the site; its scripts put the page's own title before it. */
export const deskWithKit = (page: string, { facts }: Kit): string =>
  facts === null
    ? page
    : withTags(
        page.replace(/<title>[^<]*<\/title>/, () => textElement('title', facts.name)),
        kitTag(facts),
      )
