import { type Kit, kitPath } from '../../text/kit.ts'

type Manifest = { readonly icons?: readonly { readonly src: string }[] }

/** The manifest of an installed site with the name and the icons of the kit. @param built the manifest of the build */
export function manifestOf(built: string, kit: Kit): string {
  const { name, shortName, value, palette, language, texts } = kit
  const manifest = JSON.parse(built) as Manifest
  const icons = manifest.icons?.map((icon) => ({ ...icon, src: kitPath(kit, icon.src) }))
  return JSON.stringify({
    ...manifest,
    name,
    short_name: shortName,
    description: value.claim ?? texts.site.description,
    lang: language,
    icons,
    ...(palette && {
      background_color: palette.light.parchment,
      theme_color: palette.light.night,
    }),
  })
}
