import { join } from 'node:path'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import tailwind from '@tailwindcss/postcss'
import CopyPlugin from 'copy-webpack-plugin'
import HtmlPlugin from 'html-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import TerserPlugin from 'terser-webpack-plugin'
import webpack, { type Configuration } from 'webpack'
import LicensePlugin from 'webpack-license-plugin'
import manifest from './package.json' with { type: 'json' }
import { compression } from './scripts/compression.ts'
import { styleTargets } from './scripts/plainStyle.ts'
import { chunkGroups } from './scripts/siteChunks.ts'
import { sitePage, siteTexts } from './scripts/sitePage.ts'
import { schemaRule } from './scripts/siteSchemas.ts'
import { siteSettings } from './scripts/siteSettings.ts'
import { withoutFallbacks } from './scripts/withoutFallbacks.ts'
import { WORKER_PACKAGES } from './scripts/workerConfig.ts'

const ROOT = import.meta.dirname
const at = (...path: string[]): string => join(ROOT, ...path)

export type Mode = 'production' | 'development'

/** How the site is built; `scripts/build.ts` and `scripts/dev.ts` hand this to webpack. */
export function siteConfig(mode: Mode): Configuration {
  const production = mode === 'production'
  const hash = production ? '.[contenthash:8]' : ''
  return {
    mode,
    name: 'site',
    context: ROOT,
    target: 'browserslist',
    entry: { site: './src/browser.ts', early: './src/early.ts' },
    output: {
      path: at('dist/site'),
      publicPath: '/',
      filename: `assets/[name]${hash}.js`,
      assetModuleFilename: `assets/[name]${hash}[ext]`,
      hashFunction: 'xxhash64',
      // The shortest: each chunk names it twice.
      chunkLoadingGlobal: 'c',
      clean: production,
    },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: {
      rules: [scripts(production), schemaRule, styles(production), lateStyles(hash), fonts(hash)],
    },
    plugins: [
      // Read by src/platform/env.ts alone.
      new webpack.EnvironmentPlugin(siteSettings(process.env)),
      sitePage(at('src/index.html'), production),
      // The other texts belong to the server and to the desk's own bundle.
      new CopyPlugin({ patterns: [siteTexts(at('locales'))] }),
      ...(production ? productionPlugins(hash) : [new ReactRefreshPlugin({ overlay: false })]),
    ],
    // Libraries of the first load are not split off: one file is 1.3 kB smaller (names shared, scopes
    // joined), and the budget is tight (.size-limit.ts).
    optimization: {
      splitChunks: chunkGroups,
      // The shortest names for what modules give each other: 1.3 kB less in the first load.
      mangleExports: production && 'size',
      moduleIds: production ? 'size' : 'named',
      chunkIds: production ? 'total-size' : 'named',
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          terserOptions: {
            module: true,
            compress: { passes: 3 },
            format: { comments: false },
          },
          extractComments: false,
        }),
        minimizeStyles,
      ],
    },
    // Not named in the scripts; scripts/build.ts moves them out of the folder that is served.
    devtool: production ? 'hidden-source-map' : 'eval-source-map',
    // scripts/build.ts looks after the budget (.size-limit.ts).
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  }
}

/** How the staff desk is built: its own entry, and nothing of it in the site. */
export function deskConfig(mode: Mode): Configuration {
  const production = mode === 'production'
  const hash = production ? '.[contenthash:8]' : ''
  return {
    ...siteConfig(mode),
    name: 'desk',
    entry: { desk: './desk/main.tsx' },
    output: {
      path: at('dist/desk'),
      publicPath: '/',
      filename: `assets/[name]${hash}.js`,
      hashFunction: 'xxhash64',
      clean: production,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      // react-admin asks for it under both names; two copies would not know of each other.
      alias: { 'react-router-dom$': 'react-router' },
    },
    plugins: [
      new HtmlPlugin({
        template: at('desk/index.html'),
        minify: production && { collapseWhitespace: true, removeComments: true },
      }),
      new CopyPlugin({ patterns: [{ from: at('desk/samples'), to: 'samples' }] }),
      ...(production ? deskPlugins(hash) : [new ReactRefreshPlugin({ overlay: false })]),
    ],
    optimization: {
      minimizer: [
        new TerserPlugin({ minify: TerserPlugin.swcMinify, extractComments: false }),
        minimizeStyles,
      ],
    },
    devtool: production ? false : 'eval-source-map',
  }
}

/** The renderer of the public pages for the server: the same sources as the site, in one file for Node. */
export function rendererConfig(mode: Mode): Configuration {
  const { module, resolve, context } = siteConfig(mode)
  return {
    mode,
    name: 'renderer',
    context,
    target: 'node24',
    entry: { renderer: './src/server.tsx' },
    experiments: { outputModule: true },
    output: {
      path: at('dist/renderer'),
      filename: '[name].js',
      library: { type: 'module' },
      clean: true,
    },
    resolve,
    module,
    plugins: [
      new webpack.EnvironmentPlugin(siteSettings(process.env)),
      new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
    // Readable in the traces of errors.
    optimization: { minimize: false },
    devtool: false,
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  }
}
const scripts = (production: boolean): webpack.RuleSetRule => ({
  test: /\.tsx?$/,
  exclude: [/node_modules/],
  loader: 'swc-loader',
  options: {
    env: { targets: manifest.browserslist },
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: {
        react: { runtime: 'automatic', development: !production, refresh: !production },
      },
    },
  },
})

const minimizeStyles = new TerserPlugin({
  test: /\.css$/,
  minify: TerserPlugin.lightningCssMinify,
  terserOptions: { targets: styleTargets },
})

/** Not optimized here: `minimizeStyles` does that for the supported browsers, and fallbacks are found by their nesting. */
const tailwindLoader = {
  loader: 'postcss-loader',
  options: {
    postcssOptions: { config: false, plugins: [tailwind({ optimize: false }), withoutFallbacks] },
  },
}

const styles = (production: boolean): webpack.RuleSetRule => ({
  test: /\.css$/,
  exclude: LATE_STYLES,
  use: [
    production ? MiniCssExtractPlugin.loader : 'style-loader',
    {
      loader: 'css-loader',
      // An address from the root is a file of public/, served as it is.
      options: { importLoaders: 1, url: { filter: (url: string) => !url.startsWith('/') } },
    },
    tailwindLoader,
  ],
})

const LATE_STYLES = /late\.css$/

/** Imported for its URL: the code that adds a sheet to the page is a tenth of what the extracting plugin needs. */
const lateStyles = (hash: string): webpack.RuleSetRule => ({
  test: LATE_STYLES,
  type: 'asset/resource',
  generator: { filename: `assets/[name]${hash}[ext]` },
  use: [tailwindLoader],
})

const fonts = (hash: string): webpack.RuleSetRule => ({
  test: /\.woff2$/,
  type: 'asset/resource',
  generator: { filename: `fonts/[name]${hash}[ext]` },
})

function productionPlugins(hash: string): webpack.WebpackPluginInstance[] {
  return [
    new MiniCssExtractPlugin({ filename: `assets/[name]${hash}.css` }),
    new CopyPlugin({
      patterns: [
        // Fonts come through the style sheet, with a hash in their name; their licences come from here.
        { from: at('public'), globOptions: { ignore: ['**/*.woff2'] }, noErrorOnMissing: true },
      ],
    }),
    licenses(WORKER_PACKAGES),
    ...compression(),
  ]
}

function deskPlugins(hash: string): webpack.WebpackPluginInstance[] {
  return [
    new MiniCssExtractPlugin({ filename: `assets/[name]${hash}.css` }),
    new CopyPlugin({
      patterns: [
        { from: at('public/icons'), to: 'icons' },
        { from: at('public/fonts/*.txt'), to: 'fonts/[name][ext]' },
      ],
    }),
    licenses(),
    ...compression(),
  ]
}

/** The scripts carry no comments: the licences of the libraries in them stand beside them. */
const licenses = (more: readonly string[] = []) =>
  new LicensePlugin({
    outputFilename: 'licenses.json',
    includePackages: () => more.map((name) => at(`node_modules/${name}`)),
  })

export default (_: unknown, { mode = 'production' }: { mode?: Mode }): Configuration =>
  siteConfig(mode)
