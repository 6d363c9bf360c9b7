import { readFileSync } from 'node:fs'
import HtmlPlugin from 'html-webpack-plugin'
import type { Compilation } from 'webpack'
import site from '../locales/en/site.json' with { type: 'json' }
import { withSiteValues } from '../shared/kit.ts'
import { colors } from '../tailwind.config.ts'
import { STARTED } from './siteChunks.ts'

/** Fonts of the first view at every window size; the rest load when a page uses them. */
const PRELOADED_FONTS = /^fonts\/alegreya(-sans-500)?-latin\./
/** Font of the menu, which wide windows show. */
const MENU_FONT = /^fonts\/alegreya-sans-400-latin\./

const LATE_STYLES = /^assets\/late\b.*\.css$/

const EARLY_SCRIPT = /^assets\/early\b.*\.js$/

/** Icons, inlined because a request of their own would delay the first picture. */
const ICONS = 'src/ui/interface.svg'

const assetsLike = ({ assets }: Compilation, pattern: RegExp): string[] =>
  Object.keys(assets)
    .filter((name) => pattern.test(name))
    .map((name) => `/${name}`)

const scriptsOf = ({ namedChunkGroups }: Compilation, groups: readonly string[]): string[] =>
  groups
    .flatMap((name) => namedChunkGroups.get(name)?.getFiles() ?? [])
    .filter((file, index, all) => file.endsWith('.js') && all.indexOf(file) === index)
    .map((file) => `/${file}`)

/** The values in texts of a site without a kit. */
const DEFAULT_VALUES = { site: site.name, claim: site.claim }

/** Copies the texts of the site, for servers that serve the files as they are. */
export const siteTexts = (locales: string) => ({
  from: '*/translation.json',
  context: locales,
  to: 'locales',
  transform: (texts: Buffer) => withSiteValues(String(texts), DEFAULT_VALUES),
})

/** The HTML page of the site, with links to the files that it needs first. */
export const sitePage = (template: string, isMinified: boolean): HtmlPlugin =>
  new HtmlPlugin({
    template,
    excludeChunks: ['early'],
    templateParameters: (compilation: Compilation) => ({
      site: {
        title: site.name,
        description: withSiteValues(site.page_description, DEFAULT_VALUES),
        noScripts: withSiteValues(site.no_scripts, DEFAULT_VALUES),
      },
      icons: readFileSync(ICONS, 'utf8'),
      themeColor: colors.night,
      fonts: assetsLike(compilation, PRELOADED_FONTS),
      scripts: scriptsOf(compilation, STARTED),
      // The shell of the dashboard needs them at once (server/modules/site/renderedPages.ts).
      early: assetsLike(compilation, EARLY_SCRIPT)[0],
      memberScripts: scriptsOf(compilation, ['dashboard']),
      lateStyles: assetsLike(compilation, LATE_STYLES)[0],
      menuFont: assetsLike(compilation, MENU_FONT)[0],
    }),
    minify: isMinified && { collapseWhitespace: true, removeComments: true },
  })
