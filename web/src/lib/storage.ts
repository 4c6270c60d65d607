// Keys in use: sessionEnded, token, userInfo, isLogin, virtual, lang, colorScheme, riseColor, settingsUnsaved, settingsOf, identityForm, depositDraft, langAsked, riseAsked, product, inviteCode, chatGuest, chatPending, popupSeen, liabilitiesFound.
export * from '@evenhand/ui/storage.ts'
