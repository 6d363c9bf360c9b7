import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment'
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import type { ICronJob } from 'kubernetes-models/batch/v1/CronJob'
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap'
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec'
import type { ISecret } from 'kubernetes-models/v1/Secret'
import type { IService } from 'kubernetes-models/v1/Service'
import { parseAllDocuments } from 'yaml'
import { readSettings } from '../../server/config/env.ts'
import { Environment } from '../../server/config/environment.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Time from SIGTERM to the exit of server/main.ts, in seconds. */
const EXIT_TIMEOUT = Number(
  /EXIT_TIMEOUT_MS = (\d+)_000/.exec(readFileSync(join(ROOT, 'server/main.ts'), 'utf8'))?.[1],
)

type Kinds =
  | IDeployment
  | IHorizontalPodAutoscaler
  | ICronJob
  | IIngress
  | IPodDisruptionBudget
  | IConfigMap
  | ISecret
  | IService
const files = globSync(join(ROOT, 'deploy/kubernetes/*.yaml')).map((file) => ({
  name: basename(file),
  manifests: parseAllDocuments(readFileSync(file, 'utf8'), { strict: true }).map(
    (document): Kinds => document.toJS(),
  ),
}))
const all = files.flatMap(({ manifests }) => manifests)
const every = <K extends Kinds['kind']>(kind: K) =>
  all.filter((manifest): manifest is Extract<Kinds, { kind: K }> => manifest.kind === kind)
const [deployment] = every('Deployment')
const [job] = every('CronJob')
const pod = deployment?.spec?.template.spec
const backupPod = job?.spec?.jobTemplate.spec?.template.spec
const server = pod?.containers[0]

/** Faults of each list of manifests. */
function faultsOf(...lists: object[][]): string[][] {
  const input = lists.map((list) => JSON.stringify(list)).join('\n')
  const script = join(ROOT, 'lab/checks/kubernetesProcess.ts')
  const output = execFileSync(process.execPath, [script], { input, encoding: 'utf8' })
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('the manifests for Kubernetes', () => {
  it('are as its JSON schemas and types have them, without unknown fields at any depth', () => {
    const withPort = (port: object) => ({
      apiVersion: 'v1',
      kind: 'Service',
      spec: { ports: [port] },
    })
    const unknown = withPort({ port: 80, tragetPort: 'site' })
    const wrong = withPort({ port: 80.5 })
    const [ours, ofUnknown, ofWrong] = faultsOf(all, [unknown], [wrong])
    expect(ours).toEqual([])
    expect(ofUnknown).toEqual([expect.stringContaining('"tragetPort"')])
    expect(ofWrong).toEqual([expect.stringContaining('/spec/ports/0/port')])
  })

  it('refer to one another by names that exist', () => {
    const named = (kind: Kinds['kind']) => every(kind).map(({ metadata }) => metadata?.name)
    const labels = deployment?.spec?.template.metadata?.labels
    expect(deployment?.spec?.selector.matchLabels).toEqual(labels)
    const [budget] = every('PodDisruptionBudget')
    expect(budget?.spec?.selector?.matchLabels).toEqual(labels)
    for (const { spec } of every('Service')) {
      expect(labels).toMatchObject(spec?.selector ?? {})
      const ports = server?.ports?.map(({ name }) => name)
      for (const { targetPort } of spec?.ports ?? []) expect(ports).toContain(targetPort)
    }
    for (const { spec } of every('Ingress'))
      for (const { http } of spec?.rules ?? [])
        for (const { backend } of http?.paths ?? [])
          expect(named('Service')).toContain(backend.service?.name)
    const [autoscaler] = every('HorizontalPodAutoscaler')
    expect(named('Deployment')).toContain(autoscaler?.spec?.scaleTargetRef.name)
    expect(deployment?.spec?.replicas).toBeUndefined()
    for (const { envFrom } of [server, backupPod?.containers[0]].flatMap((it) => it ?? []))
      for (const { configMapRef, secretRef } of envFrom ?? []) {
        if (configMapRef) expect(named('ConfigMap')).toContain(configMapRef.name)
        if (secretRef) expect(named('Secret')).toContain(secretRef.name)
      }
  })

  it('run server and backup as a user without rights, on a read-only root, without the token of the cluster', () => {
    for (const spec of [pod, backupPod] satisfies (IPodSpec | undefined)[]) {
      expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false })
      expect(spec?.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(spec?.containers[0]).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: {
          requests: { memory: expect.anything() },
          limits: { memory: expect.anything() },
        },
      })
      const writable = spec?.containers[0]?.volumeMounts?.map(({ mountPath }) => mountPath)
      expect(writable).toEqual(expect.arrayContaining(['/data', '/tmp']))
    }
  })

  it('stop a pod only after the server has had its own time, and never the last ready one', () => {
    const beforeStop = server?.lifecycle?.preStop?.sleep?.seconds ?? 0
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(beforeStop + EXIT_TIMEOUT)
    expect(deployment?.spec?.strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 })
  })

  it('restart a server that does not run, but not for a lost database, and wait for migrations of ten minutes', () => {
    expect(server?.livenessProbe?.httpGet?.path).toBe('/api/health')
    expect(server?.readinessProbe?.httpGet?.path).toBe('/api/ready')
    const { periodSeconds = 0, failureThreshold = 0 } = server?.startupProbe ?? {}
    expect(periodSeconds * failureThreshold).toBe(600)
    expect(deployment?.spec?.progressDeadlineSeconds).toBeGreaterThan(600)
  })

  it('pass every setting to server and backup, and name none that does not exist', () => {
    const ownPlaces = server?.env?.map(({ name }) => name) ?? []
    const named = [
      ...Object.keys(every('ConfigMap')[0]?.data ?? {}),
      ...Object.keys(every('Secret')[0]?.stringData ?? {}),
      ...ownPlaces,
    ]
    expect(named.filter((name) => !Object.hasOwn(Environment.properties, name))).toEqual([])
    for (const container of [server, backupPod?.containers[0]])
      expect(container?.envFrom).toEqual([
        { configMapRef: { name: 'discordia' } },
        { secretRef: { name: 'discordia' } },
      ])
    // A variable here wins over the ConfigMap.
    const folders = server?.volumeMounts?.map(({ mountPath }) => mountPath) ?? []
    for (const { value = '' } of server?.env ?? []) expect(folders).toContain(value)
    expect(backupPod?.containers[0]?.env).toBeUndefined()
  })

  it('have settings that the server accepts, and an example of secrets that it refuses', () => {
    const env = {
      ...every('ConfigMap')[0]?.data,
      ...every('Secret')[0]?.stringData,
      NODE_ENV: 'production',
    }
    expect(() => readSettings(env)).toThrow('JWT_SECRET')
    const settings = readSettings({ ...env, JWT_SECRET: 'a'.repeat(64) })
    expect(settings).toMatchObject({
      isProduction: true,
      seed: 'starter',
      s3: { bucket: 'discordia' },
    })
    expect(settings.trustProxy).not.toEqual([])
  })
})
