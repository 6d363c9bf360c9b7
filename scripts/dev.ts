/**
 * API and site with hot reload, and with `npm run dev -- desk` the staff desk. The API restarts when its files
 * change. DEV_PORT (3002) and DEV_DESK_PORT (3003) serve the pages and proxy their calls to PORT (3000) and
 * DESK_PORT (3001).
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import webpack from 'webpack'
import WebpackDevServer, { type Configuration as DevServerConfiguration } from 'webpack-dev-server'
import { deskConfig, siteConfig } from '../webpack.config.ts'
import { loadEnvFile } from './loadEnvFile.ts'

const ROOT = join(import.meta.dirname, '..')

loadEnvFile()
const { PORT = '3000', DESK_PORT = '3001', HOST = '127.0.0.1' } = process.env
const { DEV_PORT = '3002', DEV_DESK_PORT = '3003' } = process.env

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  // Links in mails point to the pages with hot reload.
  env: { PUBLIC_URL: `http://127.0.0.1:${DEV_PORT}`, ...process.env },
})

const common: DevServerConfiguration = {
  host: '127.0.0.1',
  hot: true,
  // A route may contain a dot; a missing text must stay a 404 (ruling 65).
  historyApiFallback: { disableDotRule: true, rewrites: [{ from: /^\/locales\//, to: '/404' }] },
  client: { overlay: false },
}
const site = new WebpackDevServer(
  {
    ...common,
    port: Number(DEV_PORT),
    static: [{ directory: join(ROOT, 'public') }],
    proxy: [{ context: ['/api'], target: `http://${HOST}:${PORT}` }],
  },
  webpack(siteConfig('development')),
)
await site.start()
console.log(`The site with hot reload is on http://127.0.0.1:${DEV_PORT}`)

const desk = process.argv.includes('desk')
  ? new WebpackDevServer(
      {
        ...common,
        port: Number(DEV_DESK_PORT),
        static: [{ directory: join(ROOT, 'public') }],
        proxy: [{ context: ['/desk/api', '/api'], target: `http://${HOST}:${DESK_PORT}` }],
      },
      webpack(deskConfig('development')),
    )
  : undefined
if (desk) {
  await desk.start()
  console.log(`The desk with hot reload is on http://127.0.0.1:${DEV_DESK_PORT}`)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    server.kill(signal)
    await Promise.all([site.stop(), desk?.stop()])
    process.exit(0)
  })
