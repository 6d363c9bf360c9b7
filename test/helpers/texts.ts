import { withSiteValues } from '#shared/kit.ts'
import site from '../../locales/en/site.json' with { type: 'json' }
import translation from '../../locales/en/translation.json' with { type: 'json' }

/** The English texts of a site without a kit, as the build and the server fill them. */
export const english = JSON.parse(
  withSiteValues(JSON.stringify(translation), { site: site.name, claim: site.claim }),
) as typeof translation
