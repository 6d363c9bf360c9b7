import { readFileSync } from 'node:fs'
import { calls } from '../../contract/calls.ts'
import { nginxConfig } from '../cluster/proxy.ts'

const config = readFileSync('deploy/nginx.conf', 'utf8')

/** Whether nginx may send a request to a second process, by the map of the file. The first match wins. */
function repeats(method: string, path: string): boolean {
  const map = config.slice(config.indexOf('$discordia_repeats {'), config.indexOf('\n}\n\n# The'))
  const rows = [...map.matchAll(/"~(.+)" (yes|no);/g)]
  const row = rows.find(([, pattern = '']) => new RegExp(pattern).test(`${method} ${path}`))
  return row?.[2] === 'yes'
}

describe("deploy/nginx.conf's rule for repeating requests", () => {
  test('has all GETs of the contract that change data, and no other GET', () => {
    const reads = calls.filter(({ method }) => method === 'GET')
    const once = reads.filter(({ path }) => !repeats('GET', `/api${path.replace(':id', '7')}`))
    expect(once).toEqual(reads.filter(({ changesData }) => changesData === true))
    expect(once.length).toBeGreaterThan(0)
  })

  test('has PUT and DELETE, which nginx by itself would repeat', () => {
    expect(repeats('PUT', '/desk/api/contents/7')).toBe(false)
    expect(repeats('DELETE', '/desk/api/contents/7')).toBe(false)
    expect(repeats('GET', '/desk/api/contents/7')).toBe(true)
    // nginx repeats no POST by itself, so the map need not exclude it.
    expect(repeats('POST', '/api/users/login/')).toBe(true)
  })
})

test('the cluster changes only addresses and ports of deploy/nginx.conf', () => {
  const ports = { primary: 1, standby: 2, pooler: 3, store: 4, site: 8001, desk: 8002 }
  const filled = nginxConfig({ ports }, { site: [9001, 9002, 9003], desk: [9101, 9102, 9103] })
  const rest = (text: string) =>
    text
      .replaceAll(/server (10\.0\.0\.\d+|127\.0\.0\.1):\d+/g, 'server')
      .replaceAll(/listen .*;/g, 'listen;')
  expect(rest(filled)).toBe(rest(config))
  expect(filled.match(/listen .*;/g)).toEqual(['listen 127.0.0.1:8001;', 'listen 127.0.0.1:8002;'])
  expect(filled.match(/127\.0\.0\.1:9\d+/g)).toHaveLength(6)
})
