import { useState } from 'react'
import { Title, useDataProvider, useNotify, useRefresh } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import {
  HOOK_KINDS,
  HOOK_TEXT_MAX,
  type Hook,
  type HookKind,
  SITE_HOOKS,
  type SiteHook,
} from '#contract/hooks.ts'
import { resourceName, t } from '../i18n.ts'
import { ActionButton, ConfirmButton } from '../parts/ActionButton.tsx'
import { DialogField } from '../parts/Dialog.tsx'
import { Section } from '../parts/PageParts.tsx'
import { Switch } from '../parts/Switch.tsx'
import type { Screens } from '../parts/screens.tsx'
import { momentOf } from '../parts/times.ts'
import { actionOf, messageOf, useAction, useResponse, useSingleCall } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

const { get, save, test, remove } = deskCalls.hooks

/** The chats to which the site sends its news and its events. */
const HooksPage = () => {
  const { data, error } = useResponse(get, {})
  return (
    <div className="desk-card">
      <Title title={resourceName('hooks')} />
      <p className="desk-quiet">{t('hooks.lead')}</p>
      {error && <p role="alert">{messageOf(error)}</p>}
      {data &&
        SITE_HOOKS.map((name) => (
          <Section key={name} title={t(`hooks.names.${name}`)}>
            {data[name] && <Present hook={data[name]} name={name} />}
            <HookForm before={data[name]?.kind} key={String(data[name]?.host)} name={name} />
          </Section>
        ))}
    </div>
  )
}

const Present = ({ name, hook }: { name: SiteHook; hook: Hook }) => {
  const { attempt } = useAction()
  const { host, problem, failing_since } = hook
  return (
    <>
      <p>{t('hooks.set', { kind: t(`hooks.kinds.${hook.kind}`), host })}</p>
      {failing_since && (
        <p className="desk-problem">
          {t(hook.is_given_up ? 'hooks.given_up' : 'hooks.failing', {
            since: momentOf(failing_since),
            problem: problem ?? '',
          })}
        </p>
      )}
      <div className="desk-actions">
        <TestButton name={name} />
        <ConfirmButton
          label={t('hooks.remove')}
          onConfirm={() => attempt(actionOf(remove, { name }, t('hooks.removed')))}
          text={t('hooks.remove_sure')}
          title={t('hooks.remove_ask', { host })}
        />
      </div>
    </>
  )
}

const TestButton = ({ name }: { name: SiteHook }) => {
  const desk = useDataProvider<DeskDataProvider>()
  const notify = useNotify()
  const refresh = useRefresh()
  const { run, isBusy } = useSingleCall(async () => {
    try {
      const { problem } = await desk.call(test, { name })
      if (problem === null) notify(t('hooks.tested'), { type: 'success' })
      else notify(t('hooks.test_failed', { problem }), { type: 'error' })
    } catch (error) {
      notify(messageOf(error), { type: 'error' })
    }
    refresh()
  })
  return (
    <ActionButton disabled={isBusy} onClick={() => run()}>
      {t('hooks.test')}
    </ActionButton>
  )
}

const PLACES = {
  discord: [['url', 'hooks.fields.discord.url']],
  matrix: [
    ['url', 'hooks.fields.matrix.url'],
    ['room', 'hooks.fields.matrix.room'],
    ['token', 'hooks.fields.matrix.token'],
  ],
  json: [
    ['url', 'hooks.fields.json.url'],
    ['token', 'hooks.fields.json.token'],
  ],
} as const

const HookForm = ({ name, before }: { name: SiteHook; before: HookKind | undefined }) => {
  const [kind, setKind] = useState<HookKind>(before ?? 'discord')
  const [texts, setTexts] = useState({ url: '', token: '', room: '' })
  const { run, isBusy } = useAction()
  return (
    <div style={{ display: 'grid', gap: 12, maxWidth: 720, marginTop: 16 }}>
      {before && <p style={{ margin: 0 }}>{t('hooks.again')}</p>}
      <Switch
        chosen={kind}
        label={t('hooks.kind')}
        nameOf={(one) => t(`hooks.kinds.${one}`)}
        onChoose={setKind}
        options={HOOK_KINDS}
      />
      <div className="desk-fields">
        {PLACES[kind].map(([place, label]) => (
          <DialogField
            key={place}
            label={t(label)}
            maxLength={HOOK_TEXT_MAX}
            onChange={(text) => setTexts({ ...texts, [place]: text })}
            value={texts[place]}
          />
        ))}
      </div>
      <div className="desk-actions">
        <ActionButton
          disabled={isBusy || texts.url === ''}
          onClick={() => run(actionOf(save, { name, kind, ...texts }, t('hooks.saved')))}
        >
          {t('hooks.save')}
        </ActionButton>
      </div>
    </div>
  )
}

export const hooks: Screens = { list: HooksPage }
