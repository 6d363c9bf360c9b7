/**
 * Builds the site with the settings of the environment into the given folder, as for production but not minified or
 * compressed: the two take most of the time and change no behaviour.
 */
import { compile } from '#scripts/build.ts'
import { siteConfig } from '../../../../webpack.config.ts'

const [path] = process.argv.slice(2)
const config = siteConfig('production')
await compile({
  ...config,
  output: { ...config.output, path },
  optimization: { minimize: false },
  devtool: false,
  plugins: config.plugins?.filter((plugin) => !/Compression/.test(plugin?.constructor.name ?? '')),
})
