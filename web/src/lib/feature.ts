import type { IconName } from '@evenhand/ui/icon.tsx'
import type { RawSearch } from '@evenhand/ui/router.ts'
import { createContext, useContext, type ComponentType } from 'react'
import type { MessageKeys, Messages, NestedKeyOf } from 'use-intl'
import type { Chrome } from '../layout/chrome.ts'
import type { Namespace } from './texts.ts'

/** A text by its whole key, namespace first. */
export type TextKey = MessageKeys<Messages, NestedKeyOf<Messages>>
/** A line of a navigation; lists show their lines in the order of `at`. */
export type NavEntry = { readonly title: TextKey; readonly icon: IconName; readonly at: number }
/** What the pages of the account are about, in the order of their list. */
export const accountGroups = ['trade', 'money', 'safety', 'support'] as const
export type AccountGroup = (typeof accountGroups)[number]
/** What a screen is given: what stands in its address, and the way to change a part of it. */
export type ScreenProps<S> = { search: S; onSearch: (change: Partial<S>) => void }

/** A screen as its feature describes it; routes, navigations and titles are made of these. */
export type Screen = {
  readonly path: `/${string}`
  readonly title: TextKey
  /** Its title follows what it shows, so it sets the document's by itself. */
  readonly isNamedByContent?: boolean
  readonly chrome: Chrome
  /** For customers alone: a visitor signs in first and comes back. */
  readonly isForCustomers?: boolean
  /** Stands in the frame of the account, beside the list of its pages. */
  readonly isAccountPage?: boolean
  /** Whether its code uses queries. Home and the lists do without them, so that a first visit loads less. */
  readonly usesQueries?: boolean
  /** What its address keeps; anything else in it is left out. */
  // oxlint-disable-next-line typescript/no-explicit-any -- `screen` below holds component and address together
  readonly search?: (raw: RawSearch) => any
  /** What of its address names a page of its own, such as the document that is shown. */
  readonly pageBy?: readonly string[]
  /** Where an address leads instead that this screen cannot show. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly redirect?: (search: any) => Target | undefined
  /** The catalogues it needs before it is shown. */
  readonly texts: readonly Namespace[]
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly load: () => Promise<ComponentType<any>>
  /** Its tab in the main navigation. */
  readonly tab?: NavEntry
  /** Its line among the pages of the account; without a group it stands above them. */
  readonly account?: NavEntry & { readonly group?: AccountGroup }
  /** Its line among the settings that have a page of their own, and what stands under it. */
  readonly setting?: NavEntry & { readonly text?: TextKey; readonly search?: Readonly<Record<string, string>> }
  /** The account page that it belongs to, where its path does not show it. */
  readonly under?: string
  /** Made into the page at build time for a first visit, with this text as its description. */
  readonly prerender?: { readonly description: TextKey }
}

/** A target in the app: a screen and what stands in its address. */
export type Target = { readonly to: string; readonly search?: object }

/** Everything that a feature brings to the app. The list in `features.ts` is the only place that names it. */
export type Feature = {
  readonly screens?: readonly Screen[]
  /** Runs at the start and at every sign-in and sign-out, on whatever screen. */
  readonly onSession?: () => void
}

/** Holds what an address keeps and the component that reads it to each other. */
export const screen = <const P extends `/${string}`, S extends object = Readonly<Record<string, never>>>(
  described: Omit<Screen, 'path' | 'search' | 'redirect' | 'load'> & {
    readonly path: P
    readonly search?: (raw: RawSearch) => S
    readonly redirect?: (search: S) => Target | undefined
    readonly load: () => Promise<ComponentType<ScreenProps<S>>>
  },
) => described

/** The screens of a list of features; the router refuses two that match the same addresses. */
export const screensOf = (features: readonly Feature[]): readonly Screen[] =>
  features.flatMap((feature) => feature.screens ?? [])

/** A navigation: the screens that have a line in it, in its order. */
export const navOf = <K extends 'tab' | 'account' | 'setting'>(screens: readonly Screen[], list: K) =>
  screens
    .flatMap(({ path, [list]: entry }) => (entry === undefined ? [] : [{ path, ...(entry as NonNullable<Screen[K]>) }]))
    .toSorted((a, b) => a.at - b.at)

/** The screens of this app; given by the app, so that no part of the house imports the list. */
export const ScreensContext = createContext<readonly Screen[]>([])
/** All screens that the features bring. Empty outside the app. */
export const useScreens = (): readonly Screen[] => useContext(ScreensContext)
