import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import webpack from 'webpack'

/** The script of one entry of the tests, bundled with the site's loader. */
export function bundle(entry: string): Promise<string> {
  const path = mkdtempSync(join(tmpdir(), 'discordia-bundle-'))
  const compiler = webpack({
    mode: 'production',
    target: ['web', 'es2022'],
    entry: resolve(entry),
    output: { path, filename: 'bundle.js' },
    optimization: { minimize: false },
    performance: false,
    plugins: [new webpack.EnvironmentPlugin({ API_BASE_URL: '' })],
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          loader: 'swc-loader',
          options: { jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true } } },
        },
      ],
    },
  })
  return new Promise((done, fail) => {
    compiler.run((error, stats) => {
      if (error || stats?.hasErrors()) fail(error ?? new Error(stats?.toString('errors-only')))
      else compiler.close(() => done(readFileSync(join(path, 'bundle.js'), 'utf8')))
    })
  })
}
