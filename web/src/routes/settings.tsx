export const Settings = () => <h1 className="p-8">Settings</h1>
