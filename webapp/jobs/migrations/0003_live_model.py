from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("jobs", "0002_recognition"),
    ]

    operations = [
        migrations.CreateModel(
            name="LiveModel",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.TextField(help_text="As MOKUJI_EMBEDDING_MODEL names it.")),
                ("fingerprint", models.CharField(max_length=80)),
                ("since", models.DateTimeField(auto_now=True)),
            ],
        ),
    ]
