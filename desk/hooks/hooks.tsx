import { useState } from 'react'
import { Title } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import { HOOK_KINDS, type Hook, SITE_HOOKS, type SiteHook } from '#contract/hooks.ts'
import { resourceName, t } from '../i18n.ts'
import { ActionButton, ConfirmButton } from '../parts/ActionButton.tsx'
import { DialogField } from '../parts/Dialog.tsx'
import { Section } from '../parts/PageParts.tsx'
import { Switch } from '../parts/Switch.tsx'
import type { Screens } from '../parts/screens.tsx'
import { momentOf } from '../parts/times.ts'
import { actionOf, messageOf, useAction, useResponse } from '../parts/useAction.ts'

const { list, save, test, remove } = deskCalls.hooks

/** Where the site tells of news and of events. */
const HooksPage = () => {
  const { data, error } = useResponse(list, {})
  return (
    <div className="desk-card">
      <Title title={resourceName('hooks')} />
      <p className="desk-quiet">{t('hooks.lead')}</p>
      {error && <p role="alert">{messageOf(error)}</p>}
      {data && SITE_HOOKS.map((name) => <OneHook hook={data[name]} key={name} name={name} />)}
    </div>
  )
}

type HookProps = { name: SiteHook; hook: Hook | null }

const OneHook = ({ name, hook }: HookProps) => {
  const { attempt, run, isBusy } = useAction()
  return (
    <Section title={t(`hooks.names.${name}`)}>
      {hook && (
        <>
          <p>{t('hooks.set', { kind: t(`hooks.kinds.${hook.kind}`), host: hook.host })}</p>
          {hook.failing_since && (
            <p className="desk-problem">
              {t(hook.is_given_up ? 'hooks.given_up' : 'hooks.failing', {
                since: momentOf(hook.failing_since),
                problem: hook.problem ?? '',
              })}
            </p>
          )}
          <div className="desk-actions">
            <ActionButton
              disabled={isBusy}
              onClick={() => run(actionOf(test, { name }, t('hooks.tested')))}
            >
              {t('hooks.test')}
            </ActionButton>
            <ConfirmButton
              label={t('hooks.remove')}
              onConfirm={() => attempt(actionOf(remove, { name }, t('hooks.removed')))}
              text={t('hooks.remove_sure')}
              title={t('hooks.remove_ask', { host: hook.host })}
            />
          </div>
        </>
      )}
      <HookForm key={String(hook?.host)} name={name} />
    </Section>
  )
}

const HookForm = ({ name }: { name: SiteHook }) => {
  const [kind, setKind] = useState<(typeof HOOK_KINDS)[number]>('discord')
  const [texts, setTexts] = useState({ url: '', token: '', room: '' })
  const { run, isBusy } = useAction()
  const field = (place: keyof typeof texts) => (
    <DialogField
      label={t(`hooks.fields.${kind === 'json' && place === 'token' ? 'key' : place}`)}
      onChange={(text) => setTexts((before) => ({ ...before, [place]: text }))}
      value={texts[place]}
    />
  )
  const body = { name, kind, ...texts, shows_details: true }
  return (
    <div className="desk-fields">
      <Switch
        chosen={kind}
        label={t('hooks.kind')}
        nameOf={(one) => t(`hooks.kinds.${one}`)}
        onChoose={setKind}
        options={HOOK_KINDS}
      />
      {field('url')}
      {kind !== 'discord' && field('token')}
      {kind === 'matrix' && field('room')}
      <ActionButton
        disabled={isBusy || texts.url === ''}
        isPrimary
        onClick={() => run(actionOf(save, body, t('hooks.saved')))}
      >
        {t('hooks.save')}
      </ActionButton>
    </div>
  )
}

export const hooks: Screens = { list: HooksPage }
