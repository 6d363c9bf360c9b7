import type { ComponentType } from 'react'
import { mayRegister } from '#src/offline/registration.ts'
import { afterLoad, mayKeep } from '#src/platform/offline.ts'
import { announces } from '#src/platform/pageFeatures.ts'
import { Late } from '#src/ui/Late.tsx'
import { LanguageChooser } from './LanguageChooser.tsx'
import { TermLinksSwitch } from './TermLinksSwitch.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

/** Loads the controls for reading offline; Nothing if the server announces no worker or the browser has none. */
async function loadOffline(): Promise<ComponentType> {
  if (!mayKeep() || !mayRegister()) return Nothing
  await afterLoad()
  const { OfflineControls } = await import(
    /* webpackChunkName: "offline" */ '#src/features/offline/OfflineControls.tsx'
  )
  return OfflineControls
}

const Nothing = () => null

export const FooterControls = () => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
    <ThemeSwitch />
    <LanguageChooser />
    {announces('term_links') && <TermLinksSwitch />}
    <Late load={loadOffline} />
  </div>
)
