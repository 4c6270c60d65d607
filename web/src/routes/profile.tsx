export const Profile = () => <h1 className="p-8">Profile</h1>
