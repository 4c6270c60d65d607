export * from '@evenhand/ui/save-file.ts'
