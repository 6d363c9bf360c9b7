import type { Configuration } from 'webpack'
import webpack from 'webpack'
import { siteSettings } from './siteSettings.ts'

/** Packages in the worker; their licences stand beside those of the site. */
export const WORKER_PACKAGES = [
  'idb',
  'workbox-core',
  'workbox-expiration',
  'workbox-precaching',
  'workbox-routing',
  'workbox-strategies',
]

/**
 * Build of the service worker, one file beside the pages.
 * @param site configuration of the site's build
 * @param precached files of this version
 */
export const workerConfig = (site: Configuration, precached: readonly object[]): Configuration => ({
  mode: site.mode ?? 'production',
  name: 'worker',
  ...(site.context && { context: site.context }),
  target: 'webworker',
  entry: { sw: './src/offline/worker/sw.ts' },
  output: { path: site.output?.path ?? '', filename: '[name].js' },
  resolve: site.resolve ?? {},
  module: site.module ?? {},
  plugins: [
    new webpack.EnvironmentPlugin(siteSettings(process.env)),
    new webpack.DefinePlugin({ PRECACHED: JSON.stringify(precached) }),
  ],
  optimization: { minimizer: site.optimization?.minimizer ?? [] },
  devtool: false,
  performance: false,
  stats: 'errors-warnings',
  infrastructureLogging: { level: 'warn' },
})
