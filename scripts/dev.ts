/**
 * API and site with hot reload. The API restarts when its files change; the site's address is printed
 * and passes calls below /api on. DEV_PORT (3002) is the site's port, PORT (3000) the API's.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import webpack from 'webpack'
import WebpackDevServer from 'webpack-dev-server'
import { siteConfig } from '../webpack.config.ts'
import { loadEnvFile } from './loadEnvFile.ts'

const ROOT = join(import.meta.dirname, '..')

loadEnvFile()
const { PORT = '3000', HOST = '127.0.0.1', DEV_PORT = '3002' } = process.env
const api = `http://${HOST}:${PORT}`

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  // Mailed links point to the page that is being worked on.
  env: { PUBLIC_URL: `http://127.0.0.1:${DEV_PORT}`, ...process.env },
})

const site = new WebpackDevServer(
  {
    host: '127.0.0.1',
    port: Number(DEV_PORT),
    hot: true,
    static: [
      { directory: join(ROOT, 'public') },
      { directory: join(ROOT, 'locales'), publicPath: '/locales' },
    ],
    // A route may hold a dot; a missing text must stay a 404 (SETTLED 65).
    historyApiFallback: { disableDotRule: true, rewrites: [{ from: /^\/locales\//, to: '/404' }] },
    proxy: [{ context: ['/api'], target: api }],
    client: { overlay: false },
  },
  webpack(siteConfig('development')),
)
await site.start()
console.log(`The site with hot reload is on http://127.0.0.1:${DEV_PORT}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    server.kill(signal)
    await site.stop()
    process.exit(0)
  })
