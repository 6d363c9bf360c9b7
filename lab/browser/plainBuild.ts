/**
 * Builds the site with the settings of the environment into dist/site below the given folder, as for production but not
 * minified or compressed: the two take most of the time and change no behaviour.
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compile } from '../../scripts/build.ts'
import { settingsForServer } from '../../scripts/siteSettings.ts'
import { siteConfig } from '../../webpack.config.ts'

const dist = resolve(process.argv[2] ?? '.', 'dist')
const config = siteConfig('production')
await compile({
  ...config,
  output: { ...config.output, path: join(dist, 'site') },
  optimization: { minimize: false },
  devtool: false,
  plugins: config.plugins?.filter((plugin) => !/Compression/.test(plugin?.constructor.name ?? '')),
})
writeFileSync(join(dist, 'settings.json'), JSON.stringify(settingsForServer(process.env)))
