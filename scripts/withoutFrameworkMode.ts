import { join } from 'node:path'
import webpack from 'webpack'

const STAND_IN = join(import.meta.dirname, '../src/app/routerLinks.ts')

/**
 * Links of react-router import the prefetching of its framework mode, which does nothing in a declarative router: a
 * fiftieth of the first load. If a later version needs an export that the stand-in lacks, the build fails.
 */
export const withoutFrameworkMode = new webpack.NormalModuleReplacementPlugin(
  /[\\/]ssr[\\/]components\.js$/,
  (resource) => {
    if (/node_modules[\\/]react-router[\\/]/.test(resource.context)) resource.request = STAND_IN
  },
)
